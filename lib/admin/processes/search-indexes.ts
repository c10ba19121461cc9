import type { Context } from '#lib/context/context.ts';
import { unavailable } from '#lib/core/errors.ts';
import { DAY_MS } from '#lib/core/time.ts';
import { emailIndex } from '#lib/crm/threads/thread-index.ts';
import { messageIndex } from '#lib/messaging/messages/message-index.ts';
import type { Rebuildable } from '#lib/search/rebuild-index.ts';
import { catalogIndex } from '#lib/store/catalog/reindex.ts';
import { hasTicker } from '#lib/store/stock/notice.ts';

/** Every index of search, the one of strangers first. */
export const searchIndexes: readonly Rebuildable[] = [catalogIndex, emailIndex, messageIndex];

/**
 * Throws ServiceUnavailable while an index was never finished although there are rows for it, as after `store:copy`: a
 * list would miss most of them. An index that is rebuilt for another reason goes on serving. Only a process that runs
 * the ticker builds indexes at its start, so only such a process waits. Once whole, the answer is kept.
 */
export async function assertSearchWhole(ctx: Context): Promise<void> {
  if (!hasTicker(ctx.env)) return;
  await ctx.memo.get('search.whole', DAY_MS, async () => {
    const missing = await Promise.all(searchIndexes.map((of) => isUnfinished(ctx, of)));
    if (missing.includes(true))
      throw unavailable('The search index is being built', { code: 'SearchIndexBuilding', retryAfter: 5 });
  });
}

async function isUnfinished(ctx: Context, of: Rebuildable): Promise<boolean> {
  if ((await ctx.search.builtAs(of.index)) !== null) return false;
  return (await of.page(ctx, 1)).ids.length > 0;
}
