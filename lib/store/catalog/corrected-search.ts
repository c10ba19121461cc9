import type { Context } from '#lib/context/context.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import { type SearchTerm, searchTerms } from '#lib/search/terms.ts';
import { CATALOG } from './entry.ts';
import { countTerms } from './facets.ts';

/**
 * Returns the probable meaning of a search without results: each word that is not in the catalog is replaced by the
 * nearest one that is. Returns null when there is a result or no word is near.
 */
export function correctSearch(ctx: Context, terms: readonly SearchTerm[]): Promise<readonly SearchTerm[] | null> {
  const key = `store.corrected ${terms.map(({ word }) => word).join(' ')}`;
  return ctx.memo.get(key, SECOND_MS, async () => {
    const asked = terms.map(({ term }) => term);
    if ((await countTerms(ctx, asked)) > 0) return null;
    const words = await Promise.all(terms.map(({ word }) => nearest(ctx, word)));
    const corrected = searchTerms(words.join(' '));
    return corrected.some(({ word }, i) => word !== terms[i]?.word) ? corrected : null;
  });
}

const nearest = async ({ search }: Context, word: string): Promise<string> =>
  (await search.suggest(CATALOG, word, 1))[0] ?? word;
