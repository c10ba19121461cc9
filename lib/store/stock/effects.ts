import { type AnyEffect, effect } from '#lib/data/outbox.ts';
import { compactStock } from './compaction.ts';
import { splitHotStock } from './split.ts';
import { stockCompactTopic, stockSplitTopic } from './topics.ts';

/** What follows a sale, or a rush of them, in its own time. */
export const stockEffects: readonly AnyEffect[] = [
  effect(stockCompactTopic, async (ctx, { productId }) => {
    await compactStock(ctx, productId);
  }),
  effect(stockSplitTopic, async (ctx, { productId }) => {
    await splitHotStock(ctx, productId);
  }),
];
