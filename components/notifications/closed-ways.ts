import type { Preferences } from '#lib/notifications/schemas/preferences.ts';
import { type NotificationType, notificationTypes } from '#lib/notifications/values.ts';

/** The channels and types that are off as a whole, so that their individual switches have no effect. */
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

/** Returns the same for the current state of the form. */
export const closedIn = (form: FormData): ClosedWays => ({
  push: !form.has('push'),
  email: !form.has('email'),
  types: notificationTypes.filter((type) => !form.has(`${type}.enabled`)),
});
