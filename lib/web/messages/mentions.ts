import { normalForm } from '#lib/core/normal-form.ts';
import { plainText } from './message-parts.ts';

/** A person whom a message may mention, and the label after the `@` while it is being written. */
export type Nameable = { readonly userId: string; readonly label: string };

type Called = { readonly id: string; readonly name: string };

/** An email address, a path or a mention mark contains no typed name. */
const isWithin = (before: string): boolean => /[\p{L}\p{N}_./@<]$/u.test(before);
const continuesWord = (after: string): boolean => /^[\p{L}\p{N}_]/u.test(after);
/** As long as any searched name. A longer text after an `@` is no name. */
const MAX_QUERY = 80;

/**
 * Returns the labels of people in the text box. Equal names are numbered by id, so that every page numbers them
 * alike.
 */
export function nameablesOf(people: readonly Called[]): readonly Nameable[] {
  const sorted = people.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return sorted.map(({ id, name }) => {
    const alike = sorted.filter((person) => person.name === name);
    return {
      userId: id,
      label: alike.length > 1 ? `${name} (${alike.findIndex((person) => person.id === id) + 1})` : name,
    };
  });
}

/** Converts typed text to the API's form: `@` and a whole name becomes `<@userId>`. */
export function toContent(text: string, people: readonly Nameable[]): string {
  const longest = people.toSorted((a, b) => b.label.length - a.label.length);
  let content = '';
  let from = 0;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    if (isWithin(text.slice(Math.max(0, at - 2), at))) continue;
    const named = longest.find(({ label }) => {
      const end = at + 1 + label.length;
      return text.slice(at + 1, end) === label && !continuesWord(text.slice(end, end + 2));
    });
    if (!named) continue;
    content += `${text.slice(from, at)}<@${named.userId}>`;
    from = at + 1 + named.label.length;
  }
  return content + text.slice(from);
}

/** Converts back for editing: names replace ids. Unknown ids stay, so that nothing is lost. */
export function toText(content: string, people: readonly Nameable[]): string {
  const labels = new Map(people.map(({ userId, label }) => [userId, label]));
  return plainText(content, (id) => labels.get(id));
}

/** A mention being typed: the position of its `@`, and the typed part of the name. */
export type TypedMention = { readonly at: number; readonly query: string };

/** Returns the mention being typed before the caret, or null. */
export function typedMentionAt(text: string, caret: number): TypedMention | null {
  const at = text.lastIndexOf('@', caret - 1);
  if (at < 0 || caret <= at || isWithin(text.slice(Math.max(0, at - 2), at))) return null;
  const query = text.slice(at + 1, caret);
  return query.length > MAX_QUERY || /^\s|\n/.test(query) ? null : { at, query };
}

/** Returns the people whose name, or a word of it, starts with the query. Whole names come first, then by name. */
export function matching(people: readonly Nameable[], query: string, locale: string): readonly Nameable[] {
  const sought = fold(query);
  const rank = ({ label }: Nameable) => (fold(label).startsWith(sought) ? 0 : 1);
  return people
    .filter(({ label }) => ` ${fold(label)}`.includes(` ${sought}`))
    .toSorted((a, b) => rank(a) - rank(b) || a.label.localeCompare(b.label, locale));
}

/** Returns the text with the chosen name inserted, and the new caret position. */
export function withName(text: string, { at, query }: TypedMention, label: string): { text: string; caret: number } {
  const [before, after] = [text.slice(0, at), text.slice(at + 1 + query.length)];
  const named = `${before}@${label}${after.startsWith(' ') ? '' : ' '}`;
  return { text: named + after, caret: before.length + label.length + 2 };
}

/** Removes case and accents to compare names. */
const fold = (text: string): string => normalForm(text, 'NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
