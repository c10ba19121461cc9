import type { Preferences, TypeSwitches } from '#lib/notifications/schemas/preferences.ts';
import type { NotificationType } from '#lib/notifications/values.ts';

const usual = (email: boolean): TypeSwitches => ({ enabled: true, email, push: true, sms: false });

const usualTypes: Readonly<Record<NotificationType, TypeSwitches>> = {
  OPPORTUNITY: usual(false),
  MESSAGE: usual(false),
  ENTITY: usual(false),
  SYSTEM: usual(true),
  WALLET: usual(true),
};

/** Returns the preferences of a user who has saved none. */
export const defaultPreferences = (timezone: string): Preferences => ({
  emailNotifications: true,
  pushNotifications: true,
  smsNotifications: false,
  types: usualTypes,
  quietHours: { enabled: false, start: '22:00', end: '08:00', timezone },
  frequency: 'immediate',
});
