import { from, type Query } from '#lib/data/query.ts';
import type { PushRegistration } from '#lib/notifications/schemas/registration.ts';
import { PushRegistrations } from './collections.ts';

/** The maximum number of devices per user. The query reads up to twice as many, to find surplus devices. */
export const MOST_DEVICES = 20;

/** A user's devices, the latest seen first. */
export const devicesOf = (userId: string): Query<PushRegistration> =>
  from(PushRegistrations)
    .where('userId', '==', userId)
    .orderBy('lastSeenAt', 'desc')
    .limit(2 * MOST_DEVICES);

/** The devices that hold one of these addresses. */
export const devicesAt = (addressHashes: readonly string[]): Query<PushRegistration> =>
  from(PushRegistrations).where('addressHash', 'hasAny', addressHashes).limit(MOST_DEVICES);

export const devicesOfSession = (sessionId: string): Query<PushRegistration> =>
  from(PushRegistrations).where('sessionIdHash', '==', sessionId).limit(MOST_DEVICES);

export const devicesUnseenSince = (at: string, limit: number): Query<PushRegistration> =>
  from(PushRegistrations).where('lastSeenAt', '<', at).orderBy('lastSeenAt').limit(limit);

/** The first device with the next key id, to iterate over all keys that devices are registered with. */
export const deviceOfKeyAfter = (keyId: string): Query<PushRegistration> =>
  from(PushRegistrations).where('keyId', '>', keyId).orderBy('keyId').limit(1);

export const devicesOfKeyUnseenSince = (keyId: string, at: string, limit: number): Query<PushRegistration> =>
  from(PushRegistrations).where('keyId', '==', keyId).where('lastSeenAt', '<', at).orderBy('lastSeenAt').limit(limit);

export const devicesFailingSince = (at: string, limit: number): Query<PushRegistration> =>
  from(PushRegistrations).where('failingSince', '<', at).orderBy('failingSince').limit(limit);
