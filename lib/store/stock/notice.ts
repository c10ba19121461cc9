import type { Env } from '#lib/core/env/env.ts';
import type { Writer } from '#lib/data/store.ts';
import { promiseIndexing } from '#lib/store/catalog/topics.ts';

type TickerSettings = Partial<Pick<Env, 'PROCESS_TICKER' | 'VERCEL'>>;

/** Returns true when this deployment has a process that watches the stock levels. */
export const hasTicker = ({ PROCESS_TICKER, VERCEL }: TickerSettings): boolean =>
  PROCESS_TICKER ?? VERCEL === undefined;

/** For the few changes that always update the catalog, watched or not: orders canceled and orders paid late. */
export const unwatched: TickerSettings = { PROCESS_TICKER: false };

type Change = { readonly productId: string; readonly before: number; readonly after: number; readonly now: Date };

/**
 * Promises an update of the catalog when a product runs out or is available again, in the commit that changes the
 * level. Writes nothing when a process watches the levels.
 */
export function noticeStock(write: Writer, env: TickerSettings, { productId, before, after, now }: Change): void {
  if (hasTicker(env) || before > 0 === after > 0) return;
  promiseIndexing(write, productId, now);
}
