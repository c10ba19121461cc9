import { type AnyEffect, effect } from '#lib/data/outbox.ts';
import { compactStock } from './compaction.ts';
import { splitHotStock } from './split.ts';
import { stockCompactTopic, stockSplitTopic } from './topics.ts';

/** The effects that follow a sale, or a rush of sales. */
export const stockEffects: readonly AnyEffect[] = [
  effect(stockCompactTopic, async (ctx, { productId }) => {
    await compactStock(ctx, productId);
  }),
  effect(stockSplitTopic, async (ctx, { productId }) => {
    await splitHotStock(ctx, productId);
  }),
];
