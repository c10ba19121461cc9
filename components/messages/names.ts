import type { People } from '#lib/messaging/people.ts';
import type { Texts } from '#lib/web/i18n/texts.ts';

export type Named = { readonly people: People; readonly me: string; readonly words: Texts<'messageNames'> };

/** How somebody is called here: oneself "you"; who has gone, or has no name, by the word for that. */
export function nameOf(id: string, { people, me, words }: Named): string {
  if (id === me) return words.you;
  const person = Object.hasOwn(people, id) ? people[id] : undefined;
  if (!person || person.isDeleted) return words.deletedUser;
  return person.name || words.nameless;
}

/** The names of several: "Ann, Bob and you". Oneself comes last. */
export function namesOf(ids: readonly string[], locale: string, named: Named): string {
  const ordered = [...ids].sort((a, b) => Number(a === named.me) - Number(b === named.me));
  return new Intl.ListFormat(locale).format(ordered.map((id) => nameOf(id, named)));
}
