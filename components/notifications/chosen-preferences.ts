import type { Preferences, PreferencesPatch } from '#lib/notifications/schemas/preferences.ts';
import { notificationTypes } from '#lib/notifications/values.ts';
import { textIn } from '#lib/web/form-text.ts';

/** The ways of the matrix that can be chosen; SMS has no provider and is left as it is. */
export const chosenWays = ['enabled', 'push', 'email'] as const;

/**
 * What somebody has changed in the form, as the API takes it. What they left as it was is not said: it would stay as it is
 * for them whatever the defaults come to be, and undo what they have changed elsewhere meanwhile.
 */
export const changedPreferences = (shown: Preferences, form: FormData): PreferencesPatch =>
  changed(shown, chosenPreferences(form)) as PreferencesPatch; // the part of it that differs

type Fields = Readonly<Record<string, unknown>>;

function changed(from: Fields, to: Fields): Fields {
  const parts = Object.entries(to).flatMap(([name, value]) => {
    const before = from[name];
    if (!isFields(value)) return value === before ? [] : [[name, value]];
    const part = changed(isFields(before) ? before : {}, value);
    return Object.keys(part).length > 0 ? [[name, part]] : [];
  });
  return Object.fromEntries(parts) as Fields;
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** What the form says: a box that is not ticked is not in it. */
function chosenPreferences(form: FormData) {
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
