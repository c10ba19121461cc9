import type { Preferences, PreferencesPatch } from '#lib/notifications/schemas/preferences.ts';
import { notificationTypes } from '#lib/notifications/values.ts';
import { textIn } from '#lib/web/form-text.ts';

/** The columns of the matrix that a user can change. SMS has no provider and stays unchanged. */
export const chosenWays = ['enabled', 'push', 'email'] as const;

/**
 * Returns the fields that the user has changed in the form, as the API accepts them. Unchanged fields are not sent:
 * sending them would fix the current defaults for the user and overwrite changes made elsewhere meanwhile.
 */
export const changedPreferences = (shown: Preferences, form: FormData): PreferencesPatch =>
  changed(shown, chosenPreferences(form)) as PreferencesPatch; // the differing part of them

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

/** Returns the preferences in the form. A browser does not send an unticked box. */
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
    frequency: form.get('frequency') as Preferences['frequency'], // from a list without other values
  };
}
