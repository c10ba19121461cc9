import { Users } from '#lib/auth/collections.ts';
import type { UserContext } from '#lib/context/context.ts';
import { codeOf, invalid } from '#lib/core/errors.ts';
import { newId } from '#lib/core/ids.ts';
import type { Cursor } from '#lib/data/query.ts';
import type { Row } from '#lib/data/store.ts';
import { findAnswer, onceCall, storeResponse } from '#lib/store/checkout/idempotency.ts';
import { Products, Vendors } from '#lib/store/collections.ts';
import {
  type StockChanged,
  type StockChangeInput,
  type StockHistory,
  stockChanged,
} from '#lib/store/schemas/own-products.ts';
import type { Product } from '#lib/store/schemas/product.ts';
import { assertBookable, bookStock } from '#lib/store/stock/change-stock.ts';
import { levelShards } from '#lib/store/stock/rebalance.ts';
import { stockTx } from '#lib/store/stock/stock-tx.ts';
import { findStock } from '#lib/store/stock/totals.ts';
import { type Acting, actsForOthers, assertActsIn } from '#lib/store/vendors/acting-vendor.ts';
import { recordProductAct } from './product-acts.ts';
import { movementsNewestFirst } from './queries.ts';

const TRIES = 5;

/** The answer to a change of stock, the stored one for a repeat. */
export type Booked = {
  readonly kind: 'answer';
  readonly status: number;
  readonly body: StockChanged;
  readonly replayed: boolean;
};

/**
 * Books a change of the stock of a product that the caller acts for, with its move and its audit row. The same
 * Idempotency-Key returns the first answer while it is kept. Throws BelowHeld when fewer units than held would be left.
 */
export async function changeOwnStock(
  ctx: UserContext,
  acting: Acting,
  { id: productId, data: product }: Row<Product>,
  input: StockChangeInput,
  key: string | undefined,
): Promise<Booked> {
  assertBookable(input);
  if (actsForOthers(acting, product.vendorId) && input.reason !== undefined && input.reason.length < 3)
    throw invalid('The body is not valid', { reason: 'must have at least 3 characters' });
  const once = onceCall(`stock ${productId}`, ctx.user.id, key, input);
  const now = ctx.now();
  const moveId = newId('move');

  const write = () =>
    stockTx(ctx, { productIds: [productId] }, async (t) => {
      const [repeated, row, vendor] = await Promise.all([
        findAnswer(t, once),
        t.need(Products, productId),
        t.need(Vendors, product.vendorId),
      ]);
      if (repeated?.kind === 'answer')
        return { body: stockChanged.parse(repeated.body), isReplay: true, isSharded: false };
      assertActsIn(acting, vendor, Products.label, productId);
      const booked = await bookStock(t, ctx, productId, input, { id: moveId, now });
      const body: StockChanged = { ...booked.totals, move: { id: moveId, at: now.toISOString() } };
      if (booked.isRepeated) return { body, isReplay: false, isSharded: booked.isSharded };
      recordProductAct(
        t,
        ctx,
        { acting, vendor },
        {
          action: 'product.stock-changed',
          productId,
          title: row.data.title,
          before: { onHand: booked.totals.onHand - input.delta },
          after: { onHand: booked.totals.onHand, delta: input.delta, kind: input.kind, moveId },
          reason: input.reason,
          changeId: moveId,
          now,
        },
      );
      storeResponse(t, once, { orderId: null, at: now, statusCode: 200, body });
      return { body, isReplay: false, isSharded: booked.isSharded };
    });

  for (let tries = 1; ; tries++) {
    try {
      const { body, isReplay, isSharded } = await write();
      if (isSharded) await levelShards(ctx, productId);
      return { kind: 'answer', status: 200, body, replayed: isReplay };
    } catch (error) {
      // A concurrent call has the key. Another round finds its answer.
      if (codeOf(error) !== 'EXISTS' || tries >= TRIES) throw error;
    }
  }
}

/** Returns the stock of a product with its moves, newest first. Moves between its own shards are left out. */
export async function ownStockHistory(
  ctx: UserContext,
  productId: string,
  { limit, cursor }: { readonly limit: number; readonly cursor?: Cursor | undefined },
): Promise<StockHistory> {
  const [[stock], page] = await Promise.all([
    findStock(ctx.data, [productId]),
    ctx.data.find(movementsNewestFirst(productId, limit, cursor)),
  ]);
  const shown = page.rows.filter(({ data }) => data.kind !== 'transfer');
  const actorIds = [...new Set(shown.flatMap(({ data }) => data.actorId ?? []))];
  const actors = new Map((await ctx.data.getMany(Users, actorIds)).map((row) => [row?.id, row?.data.name]));
  const { onHand = 0, held = 0, available = 0, lowAt = null } = stock ?? {};
  return {
    ...{ onHand, held, available, lowAt },
    moves: shown.map(({ id, data: { delta, kind, reason, actorId, at } }) => ({
      ...{ id, delta, kind, reason, at },
      actorName: actorId === null ? null : (actors.get(actorId) ?? null),
    })),
    nextCursor: page.next,
  };
}
