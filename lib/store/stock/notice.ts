import type { Env } from '#lib/core/env/env.ts';
import type { Writer } from '#lib/data/store.ts';
import { promiseIndexing } from '#lib/store/catalog/topics.ts';

type TickerSettings = Partial<Pick<Env, 'PROCESS_TICKER' | 'VERCEL'>>;

/** Whether this deployment has a process that watches the stock levels. */
export const hasTicker = ({ PROCESS_TICKER, VERCEL }: TickerSettings): boolean =>
  PROCESS_TICKER ?? VERCEL === undefined;

/** For the few changes that the catalog is told of whether or not somebody watches: of orders canceled and paid late. */
export const unwatched: TickerSettings = { PROCESS_TICKER: false };

type Change = { readonly productId: string; readonly before: number; readonly after: number; readonly now: Date };

/**
 * Promises that the catalog learns of a product that has run out or is there again, where nobody watches the levels; in
 * the commit that changes the level. Where somebody does, it writes nothing.
 */
export function noticeStock(write: Writer, env: TickerSettings, { productId, before, after, now }: Change): void {
  if (hasTicker(env) || before > 0 === after > 0) return;
  promiseIndexing(write, productId, now);
}
