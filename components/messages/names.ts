import type { Texts } from '#lib/i18n/texts.ts';
import type { People } from '#lib/messaging/members/people.ts';

export type Named = { readonly people: People; readonly me: string; readonly words: Texts<'messageNames'> };

type PersonWords = Pick<Texts<'messages' | 'messageNames'>, 'deletedUser' | 'unnamed'>;

/** Returns the shown name of a person, never an id. A person who is not loaded yet shows as `…`. */
export function personName(people: People, id: string, words: PersonWords): string {
  const person = Object.hasOwn(people, id) ? people[id] : undefined;
  if (!person) return '…';
  return person.isDeleted ? words.deletedUser : person.name || words.unnamed;
}

/** Returns the name in a sentence to the reader, who is "you". */
export const nameOf = (id: string, { people, me, words }: Named): string =>
  id === me ? words.you : personName(people, id, words);

/** Returns the names of several people: "Ann, Bob and you". The reader comes last. */
export function namesOf(ids: readonly string[], locale: string, named: Named): string {
  const ordered = [...ids].sort((a, b) => Number(a === named.me) - Number(b === named.me));
  return new Intl.ListFormat(locale).format(ordered.map((id) => nameOf(id, named)));
}
