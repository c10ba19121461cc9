import type { EmailContact } from '#lib/crm/schemas/contact.ts';
import { fold } from '#lib/search/terms.ts';

type Searched = Pick<EmailContact, 'email' | 'name' | 'company'>;
export type ContactField = keyof Searched;

const MAX_TERMS = 60;
const MAX_WORDS = 6;
/** The index holds only this many first letters of each word. The rest of a search is compared row by row. */
const STEM = 3;
const mark = { email: 'e', name: 'n', company: 'c' } as const satisfies Record<ContactField, string>;

const wordsIn = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Returns the prefixes of a contact's words, marked by field. */
export function searchTermsOf(contact: Searched): string[] {
  const terms = new Set<string>();
  for (const field of ['email', 'name', 'company'] as const)
    for (const word of wordsIn(contact[field] ?? '').slice(0, MAX_WORDS))
      for (let length = 1; length <= Math.min(STEM, word.length); length++)
        terms.add(`${mark[field]}:${word.slice(0, length)}`);
  return [...terms].slice(0, MAX_TERMS);
}

/**
 * Returns the index term that finds all contacts that may match. Returns null when the search has no letter or digit.
 */
export function termOf(field: ContactField, search: string): string | null {
  const [first] = wordsIn(search);
  return first === undefined ? null : `${mark[field]}:${first.slice(0, STEM)}`;
}

/**
 * Returns true when a word of the field begins with the search. A search of several words must match consecutive words.
 */
export function fieldMatches(contact: Searched, field: ContactField, search: string): boolean {
  const wanted = wordsIn(search);
  const words = wordsIn(contact[field] ?? '');
  const last = wanted.length - 1;
  return words.some((_, from) =>
    wanted.every((part, place) => {
      const word = words[from + place];
      return place === last ? word?.startsWith(part) : word === part;
    }),
  );
}
