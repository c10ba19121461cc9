import { type AnyEffect, effect } from '#lib/data/outbox.ts';
import { compactStock } from './compaction.ts';
import { stockCompactTopic } from './stock-topics.ts';

/** What follows a sale in its own time. */
export const stockEffects: readonly AnyEffect[] = [
  effect(stockCompactTopic, async (ctx, { productId }) => {
    await compactStock(ctx, productId);
  }),
];
