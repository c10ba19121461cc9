import type { StoredEntry } from '#lib/search/collections.ts';
import { relevance } from '#lib/search/relevance.ts';

/** Returns true when each term is a token of one of the fields, or the last term at least a prefix of one. */
export function containsAll(
  fields: readonly (readonly string[])[],
  terms: readonly string[],
  lastIsPrefix: boolean,
): boolean {
  return terms.every((term, i) => {
    const isBeginning = lastIsPrefix && i === terms.length - 1;
    return fields.some((tokens) =>
      isBeginning ? tokens.some((token) => token.startsWith(term)) : tokens.includes(term),
    );
  });
}

/**
 * Returns a score that depends on the entry and the terms alone. Terms in the title rank first, whole words before
 * prefixes, then shorter titles.
 */
export function relevanceOf({ a, b }: Pick<StoredEntry, 'a' | 'b'>, terms: readonly string[]): number {
  const level = containsAll([a], terms, false)
    ? 3
    : containsAll([a], terms, true)
      ? 2
      : containsAll([a, b], terms, true)
        ? 1
        : 0;
  return relevance(level, a.length);
}
