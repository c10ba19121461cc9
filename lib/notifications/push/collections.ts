import { collection } from '#lib/data/collection.ts';
import { pushRegistration } from '#lib/notifications/schemas/registration.ts';

/** Devices that take pushes; the id is a hash of the person and the device. */
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
