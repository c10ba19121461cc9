import patterns from './route-patterns.json' with { type: 'json' };

/** The pattern of a path that no file of `app` serves. */
export const OTHER_PATTERN = 'other';
/** The longest path that is compared. A client sends the path, and none of ours is longer. */
const MOST_LENGTH = 300;
const language = /^\/(?:uk|ru)(?=\/|$)/;

type Pattern = { readonly name: string; readonly parts: readonly string[] };

const partsOf = (path: string): readonly string[] => path.split('/').filter((part) => part !== '');
const isRest = (part: string): boolean => part.startsWith('[...') || part.startsWith('[[...');
/** Sorts the more specific of two patterns first. */
const rankOf = ({ parts }: Pattern): string =>
  `${parts.map((part) => (isRest(part) ? '2' : part.startsWith('[') ? '1' : '0')).join('')}3`;
const byRank = (names: readonly string[]): readonly Pattern[] =>
  names.map((name) => ({ name, parts: partsOf(name) })).sort((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1));

const pages = byRank(patterns.pages);
const routes = byRank(patterns.routes);

/** The pattern of every page, such as `/products/[id]`, as the file tree of `app` spells it. */
export const pagePatterns: readonly string[] = patterns.pages;

/** Returns the pattern of the page at a path, in any language, or `other`. So a path reveals no id. */
export const pagePatternOf = (path: string): string => patternIn(pages, path.replace(language, ''));

/** Returns the pattern of the API route at a path, or `other`. */
export const routePatternOf = (path: string): string => patternIn(routes, path);

function patternIn(known: readonly Pattern[], path: string): string {
  if (path.length > MOST_LENGTH) return OTHER_PATTERN;
  const parts = partsOf(path.split(/[?#]/, 1)[0] ?? '');
  return known.find((pattern) => matches(pattern.parts, parts))?.name ?? OTHER_PATTERN;
}

function matches(pattern: readonly string[], parts: readonly string[]): boolean {
  for (const [at, expected] of pattern.entries()) {
    if (isRest(expected)) return expected.startsWith('[[') || parts.length > at;
    if (parts[at] === undefined || (!expected.startsWith('[') && expected !== parts[at])) return false;
  }
  return pattern.length === parts.length;
}
