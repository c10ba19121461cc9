import type { Texts } from '#lib/i18n/texts.ts';
import { type Locale, locales } from '#lib/i18n/values.ts';
import { ApiProblem } from '#lib/web/api/api-client.ts';
import { textIn } from '#lib/web/form-text.ts';

/** A profile as the form shows it. A missing handle is an empty string. */
export type Profile = {
  readonly name: string;
  readonly handle: string;
  readonly bio: string;
  readonly locale: Locale;
  readonly timezone: string;
  readonly readReceipts: boolean;
  readonly findByHandle: boolean;
};

/**
 * Returns the profile fields that differ in the form. An empty handle field is ignored: a handle can be changed but not
 * removed.
 */
export function changesOf(profile: Profile, form: FormData): Partial<Profile> {
  const text = (name: string) => textIn(form, name);
  const locale = locales.find((supported) => supported === text('locale')) ?? profile.locale;
  const wanted: Profile = {
    name: text('name'),
    handle: text('handle').replace(/^@/, '').toLowerCase() || profile.handle,
    bio: text('bio'),
    locale,
    timezone: text('timezone') || profile.timezone,
    readReceipts: form.has('readReceipts'),
    findByHandle: form.has('findByHandle'),
  };
  const changed = Object.entries(wanted).filter(([field, value]) => value !== profile[field as keyof Profile]);
  return Object.fromEntries(changed);
}

/** Returns the error texts by field name, or under `form` for the whole form, after a save failed. */
export function profileErrors(error: unknown, texts: Texts<'account'>): Readonly<Record<string, string>> {
  if (!(error instanceof ApiProblem)) return { form: texts.failed };
  if (error.code === 'HandleTaken') return { handle: texts.handleTaken };
  const { name, handle, bio, timezone } = error.details;
  const fields = {
    ...(name && { name: texts.nameBad }),
    ...(handle && { handle: texts.handleBad }),
    ...(bio && { bio: texts.bioBad }),
    ...(timezone && { timezone: texts.timezoneBad }),
  };
  return Object.keys(fields).length > 0 ? fields : { form: texts.failed };
}
