import { searchIndexes } from '#lib/admin/processes/search-indexes.ts';
import { systemContext } from '#lib/context/context.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { newId } from '#lib/core/ids.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import { type Rebuildable, rebuildIfStale } from '#lib/search/rebuild-index.ts';
import { hasTicker } from '#lib/store/stock/notice.ts';

/** After this many failures in a row the process reports itself ready anyway. */
const MOST_FAILURES = 3;

/**
 * Rebuilds the search indexes that do not fit this version, and retries after a failure. The process is not ready until
 * each index has been built once, for example after `store:copy`, because lists would miss most rows. An index that is
 * rebuilt for another reason stays in use meanwhile, unless its entries no longer fit. Runs only in a process with a ticker.
 */
export function startSearchIndexes(runtime: Runtime, retryMs = 10 * SECOND_MS): { close(): void } {
  const timers = new Set<NodeJS.Timeout>();
  let isOpen = hasTicker(runtime.env);
  const ctx = systemContext(runtime, newId('request'));

  async function build(of: Rebuildable, failures = 0): Promise<void> {
    try {
      const built = await ctx.search.builtAs(of.index);
      if (built !== null && (of.isUsable?.(built) ?? true)) runtime.unfinished.delete(of.index);
      await rebuildIfStale(ctx, of);
      runtime.unfinished.delete(of.index);
    } catch (error) {
      if (!isOpen) return;
      runtime.log('error', 'search.reindex_failed', { index: of.index, error });
      // One row that cannot be indexed must not keep the whole shop unready. The shop then uses the index as it is.
      if (failures + 1 >= MOST_FAILURES) runtime.unfinished.delete(of.index);
      const timer = setTimeout(() => {
        timers.delete(timer);
        void build(of, failures + 1);
      }, retryMs).unref();
      timers.add(timer);
    }
  }

  if (isOpen)
    for (const of of searchIndexes) {
      runtime.unfinished.add(of.index);
      void build(of);
    }
  return {
    close() {
      isOpen = false;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
