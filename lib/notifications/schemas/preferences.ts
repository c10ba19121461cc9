import { z } from 'zod';
import { isTimeZone } from '#lib/core/time.ts';
import { frequencies, type NotificationType, notificationTypes } from '#lib/notifications/values.ts';

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 22:00');
const timeZone = z.string().max(60).refine(isTimeZone, 'must be a time zone such as Europe/Kyiv');

const typeSwitches = z.strictObject({
  enabled: z.boolean(),
  email: z.boolean(),
  push: z.boolean(),
  sms: z.boolean(),
});
export type TypeSwitches = z.infer<typeof typeSwitches>;

const perType = <S extends z.ZodType>(of: S) =>
  Object.fromEntries(notificationTypes.map((type) => [type, of])) as Record<NotificationType, S>;

export const quietHours = z.strictObject({
  enabled: z.boolean(),
  start: clockTime,
  end: clockTime,
  timezone: timeZone,
});
export type QuietHours = z.infer<typeof quietHours>;

/** Which notifications a user wants, through which channels and when. */
export const preferences = z
  .strictObject({
    emailNotifications: z.boolean(),
    pushNotifications: z.boolean(),
    smsNotifications: z.boolean(),
    types: z.strictObject(perType(typeSwitches)),
    quietHours,
    frequency: z.enum(frequencies),
  })
  .meta({ id: 'NotificationPreferences' });
export type Preferences = z.infer<typeof preferences>;

const someSwitches = z.strictObject({
  enabled: z.boolean().exactOptional(),
  email: z.boolean().exactOptional(),
  push: z.boolean().exactOptional(),
  sms: z.boolean().exactOptional(),
});
const someHours = z.strictObject({
  enabled: z.boolean().exactOptional(),
  start: clockTime.exactOptional(),
  end: clockTime.exactOptional(),
  timezone: timeZone.exactOptional(),
});

/** Any subset of the preferences; fields that are not named stay. */
export const preferencesPatch = z.strictObject({
  emailNotifications: z.boolean().exactOptional(),
  pushNotifications: z.boolean().exactOptional(),
  smsNotifications: z.boolean().exactOptional(),
  types: z.strictObject(perType(someSwitches.exactOptional())).exactOptional(),
  quietHours: someHours.exactOptional(),
  frequency: z.enum(frequencies).exactOptional(),
});
export type PreferencesPatch = z.infer<typeof preferencesPatch>;

/**
 * The stored document. It holds only what the user has saved, so that a new default reaches every user who saved
 * nothing for it.
 */
export const storedPreferences = z.object({ said: preferencesPatch, updatedAt: z.string() });

export const preferencesAnswer = z.object({ preferences });
export const preferencesUpdated = z.object({ updated: z.literal(true), preferences });
