import type { Env } from '#lib/core/env.ts';
import type { Writer } from '#lib/data/store.ts';
import { promiseIndexing } from './catalog-topics.ts';

/** Whether this deployment has a process that watches the stock levels. */
export const hasTicker = ({ PROCESS_TICKER, VERCEL }: Pick<Env, 'PROCESS_TICKER' | 'VERCEL'>): boolean =>
  PROCESS_TICKER ?? VERCEL === undefined;

type Change = { readonly productId: string; readonly before: number; readonly after: number; readonly now: Date };

/**
 * Promises that the catalog learns of a product that has run out or is there again, where nobody watches the levels; in
 * the commit that changes the level. Where somebody does, it writes nothing.
 */
export function noticeStock(write: Writer, env: Env, { productId, before, after, now }: Change): void {
  if (hasTicker(env) || before > 0 === after > 0) return;
  promiseIndexing(write, productId, now);
}
