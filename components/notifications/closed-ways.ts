import type { Preferences } from '#lib/notifications/schemas/preferences.ts';
import { type NotificationType, notificationTypes } from '#lib/notifications/values.ts';

/** What is off as a whole, so that finer switches have no effect. */
export type ClosedWays = {
  readonly push: boolean;
  readonly email: boolean;
  readonly types: readonly NotificationType[];
};

export const closedOf = ({ pushNotifications, emailNotifications, types }: Preferences): ClosedWays => ({
  push: !pushNotifications,
  email: !emailNotifications,
  types: notificationTypes.filter((type) => !types[type].enabled),
});

/** The same of the form as it is ticked now. */
export const closedIn = (form: FormData): ClosedWays => ({
  push: !form.has('push'),
  email: !form.has('email'),
  types: notificationTypes.filter((type) => !form.has(`${type}.enabled`)),
});
