import { defaultPreferences } from '#lib/notifications/deliver/default-preferences.ts';
import type { Notification } from '#lib/notifications/schemas/notification.ts';
import type { PushRegistration } from '#lib/notifications/schemas/registration.ts';
import { draftFor } from '#lib/notifications/write/draft.ts';

const news = { type: 'SYSTEM', title: 'News', message: 'Something has happened', source: 'test' } as const;
const preferences = defaultPreferences('UTC');

/** Returns an unread notification that is sent nowhere; a test passes only the fields that differ. */
export const notificationRow = (
  at: string,
  given: Pick<Notification, 'userId'> & Partial<Notification>,
): Notification => ({
  ...draftFor(news, { id: given.userId, locale: 'en' }, preferences, new Date(at)).row,
  plan: { push: 'not_asked', email: 'not_asked' },
  ...given,
});

/** Returns a device without an address; a test passes only the fields that differ. */
export const registrationRow = (
  at: string,
  given: Pick<PushRegistration, 'userId' | 'deviceFingerprint'> & Partial<PushRegistration>,
): PushRegistration => ({
  token: null,
  subscription: null,
  keyId: null,
  addressHash: [],
  platform: '',
  userAgent: '',
  sessionIdHash: null,
  createdAt: at,
  lastSeenAt: at,
  lastOkAt: null,
  failCount: 0,
  failingSince: null,
  needsResubscribe: false,
  ...given,
});
