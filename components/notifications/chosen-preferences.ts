import type { Preferences } from '#lib/notifications/schemas/preferences.ts';
import { notificationTypes } from '#lib/notifications/values.ts';
import { textIn } from '#lib/web/form-text.ts';

/** The ways of the matrix that can be chosen; SMS has no provider and is left as it is. */
export const chosenWays = ['enabled', 'push', 'email'] as const;

/** What the form says, as the API takes it: a box that is not ticked is not in it. */
export function chosenPreferences(form: FormData) {
  const types = notificationTypes.map(
    (type) => [type, Object.fromEntries(chosenWays.map((way) => [way, form.has(`${type}.${way}`)]))] as const,
  );
  return {
    pushNotifications: form.has('push'),
    emailNotifications: form.has('email'),
    types: Object.fromEntries(types),
    quietHours: {
      enabled: form.has('quiet'),
      start: textIn(form, 'start'),
      end: textIn(form, 'end'),
      timezone: textIn(form, 'timezone'),
    },
    frequency: form.get('frequency') as Preferences['frequency'], // of a list that knows no other
  };
}
