/** Names a person in a text, by what may be an id (`ID_PATTERN`). */
export const mention = /<@((?!__[A-Za-z0-9_-]*__>)[A-Za-z0-9_-]{1,128})>/g;

/** The participants a text names as `<@userId>`, each once. */
export function mentionsIn(content: string, participantIds: readonly string[]): string[] {
  const named = [...content.matchAll(mention)].map(([, id = '']) => id);
  return [...new Set(named)].filter((id) => participantIds.includes(id));
}

/** The text with those it names by their names; whoever has none is passed over. */
export const withNames = (content: string, names: ReadonlyMap<string, string>): string =>
  content.replaceAll(mention, (_, id: string) => `@${names.get(id) || '…'}`);

/** The beginning of a text, at most so long; who is named at the end is named whole or not at all. */
export function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = most - 1;
  const split = [...text.matchAll(mention)].find(({ index, 0: whole }) => index < end && end < index + whole.length);
  return `${text.slice(0, split?.index ?? end).toWellFormed()}…`;
}
