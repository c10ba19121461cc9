import type { Context } from '#lib/context/context.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import { type SearchTerm, searchTerms } from '#lib/search/terms.ts';
import { CATALOG } from './entry.ts';
import { countTerms } from './facets.ts';

/**
 * What was probably meant by a search that nothing in the catalog matches: each word nobody wrote is replaced by the
 * nearest that somebody did. Null where something matches, or no word is near.
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
