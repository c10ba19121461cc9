/** Matches a mention `<@id>` of a possible id (`ID_PATTERN`). */
export const mention = /<@((?!__[A-Za-z0-9_-]*__>)[A-Za-z0-9_-]{1,128})>/g;

/** Returns the participants that a text mentions as `<@userId>`, each once. */
export function mentionsIn(content: string, participantIds: readonly string[]): string[] {
  const named = [...content.matchAll(mention)].map(([, id = '']) => id);
  return [...new Set(named)].filter((id) => participantIds.includes(id));
}

/** Replaces mentions by names. A user without a name becomes `…`. */
export const withNames = (content: string, names: ReadonlyMap<string, string>): string =>
  content.replaceAll(mention, (_, id: string) => `@${names.get(id) || '…'}`);

/** Returns the beginning of a text, at most `most` characters long. A mention at the cut is kept whole or dropped. */
export function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = most - 1;
  const split = [...text.matchAll(mention)].find(({ index, 0: whole }) => index < end && end < index + whole.length);
  return `${text.slice(0, split?.index ?? end).toWellFormed()}…`;
}
