import type { Env } from '#lib/core/env/env.ts';
import type { Writer } from '#lib/data/store.ts';
import { promiseIndexing } from '#lib/store/catalog/topics.ts';

type TickerSettings = Partial<Pick<Env, 'PROCESS_TICKER' | 'VERCEL'>>;

/** Returns true when this deployment has a process that watches the stock levels. */
export const hasTicker = ({ PROCESS_TICKER, VERCEL }: TickerSettings): boolean =>
  PROCESS_TICKER ?? VERCEL === undefined;

/** For the few changes that always update the catalog, watched or not: orders canceled and orders paid late. */
export const unwatched: TickerSettings = { PROCESS_TICKER: false };

type Change = {
  readonly productId: string;
  readonly before: number;
  readonly after: number;
  /** The number at which the vendor is notified, if known. */
  readonly lowAt?: number | null | undefined;
  readonly now: Date;
};

/**
 * Promises an update of the catalog when a product runs out, runs low or is available again, in the commit that changes
 * the level. Writes nothing when a process watches the levels.
 */
export function noticeStock(write: Writer, env: TickerSettings, change: Change): void {
  const { productId, before, after, lowAt = null, now } = change;
  const crosses = (least: number): boolean => before > least !== after > least;
  if (hasTicker(env) || !(crosses(0) || (lowAt !== null && crosses(lowAt)))) return;
  promiseIndexing(write, productId, now);
}
