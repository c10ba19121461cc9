import { from, type Query } from '#lib/data/query.ts';
import { MAX_DEVICES } from '#lib/notifications/limits.ts';
import type { PushRegistration } from '#lib/notifications/schemas/registration.ts';
import { PushRegistrations } from './collections.ts';

/** A user's devices, the latest seen first. */
export const devicesOf = (userId: string): Query<PushRegistration> =>
  from(PushRegistrations)
    .where('userId', '==', userId)
    .orderBy('lastSeenAt', 'desc')
    .limit(2 * MAX_DEVICES);

/** The devices that hold one of these addresses. */
export const devicesAt = (addressHashes: readonly string[]): Query<PushRegistration> =>
  from(PushRegistrations).where('addressHash', 'hasAny', addressHashes).limit(MAX_DEVICES);

export const devicesOfSession = (sessionId: string): Query<PushRegistration> =>
  from(PushRegistrations).where('sessionIdHash', '==', sessionId).limit(MAX_DEVICES);

export const devicesUnseenSince = (at: string, limit: number): Query<PushRegistration> =>
  from(PushRegistrations).where('lastSeenAt', '<', at).orderBy('lastSeenAt').limit(limit);

/** The first device with the next key id, to iterate over all keys that devices are registered with. */
export const deviceOfKeyAfter = (keyId: string): Query<PushRegistration> =>
  from(PushRegistrations).where('keyId', '>', keyId).orderBy('keyId').limit(1);

export const devicesOfKeyUnseenSince = (keyId: string, at: string, limit: number): Query<PushRegistration> =>
  from(PushRegistrations).where('keyId', '==', keyId).where('lastSeenAt', '<', at).orderBy('lastSeenAt').limit(limit);

export const devicesFailingSince = (at: string, limit: number): Query<PushRegistration> =>
  from(PushRegistrations).where('failingSince', '<', at).orderBy('failingSince').limit(limit);
