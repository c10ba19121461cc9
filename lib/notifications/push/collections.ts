import { collection } from '#lib/data/collection.ts';
import { pushRegistration } from '#lib/notifications/schemas/registration.ts';

/** Devices that receive pushes. The id is a hash of the user id and the device fingerprint. */
export const PushRegistrations = collection('push_registrations', {
  label: 'Device',
  schema: pushRegistration,
  indexes: [
    ['userId', 'lastSeenAt desc'],
    ['addressHash[]'],
    ['sessionIdHash'],
    ['lastSeenAt'],
    ['failingSince'],
    ['keyId'],
    ['keyId', 'lastSeenAt'],
  ],
});
