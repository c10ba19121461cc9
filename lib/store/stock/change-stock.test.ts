import { describe, expect, it } from 'vitest';
import { AppError } from '#lib/core/errors.ts';
import { holdCart } from '#lib/store/cart/cart-holds.ts';
import { saveCart } from '#lib/store/cart/carts.ts';
import { movementsOf } from '#lib/store/queries.ts';
import { appliedButRepeated } from '#tests/support/applied-but-repeated.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import { stockShop } from '#tests/support/shop.ts';
import { changeStock } from './change-stock.ts';

async function shopperHolding(units: number, held: number) {
  const world = await testContext();
  await stockShop(world, { mug: units });
  const shopper = await asUser(world);
  await saveCart(shopper, [{ id: 'mug', qty: held }]);
  await holdCart(shopper);
  return shopper;
}
const codeAndDetails = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? { code: error.code, ...error.details } : error),
  );

describe('changeStock', () => {
  it('adds the units and inserts a stock move', async () => {
    const ctx = await shopperHolding(5, 2);

    const totals = await changeStock(ctx, 'mug', { delta: 3, kind: 'restock', reason: 'delivery' });

    expect(totals).toEqual({ onHand: 8, held: 2, available: 6 });
    const moves = (await ctx.data.find(movementsOf('mug', 10))).rows.map(({ data }) => [
      data.kind,
      data.delta,
      data.actorId,
    ]);
    expect(moves).toHaveLength(2);
    expect(moves).toContainEqual(['initial', 5, null]);
    expect(moves).toContainEqual(['restock', 3, ctx.user.id]);
  });

  it('applies a change once when the committed transaction is repeated, and returns its totals', async () => {
    const ctx = await shopperHolding(5, 2);
    const repeating = { ...ctx, data: appliedButRepeated(ctx.data) };

    const up = await changeStock(repeating, 'mug', { delta: 3, kind: 'restock' });
    const down = await changeStock(repeating, 'mug', { delta: -6, kind: 'correction' });

    expect(up).toEqual({ onHand: 8, held: 2, available: 6 });
    expect(down).toEqual({ onHand: 2, held: 2, available: 0 });
    expect((await ctx.data.find(movementsOf('mug', 10))).rows).toHaveLength(3);
  });

  it('corrects down to the held units and no further', async () => {
    const ctx = await shopperHolding(5, 2);

    expect(await changeStock(ctx, 'mug', { delta: -3, kind: 'correction' })).toEqual({
      onHand: 2,
      held: 2,
      available: 0,
    });
    expect(await codeAndDetails(changeStock(ctx, 'mug', { delta: -1, kind: 'correction' }))).toEqual({
      code: 'BelowHeld',
      onHand: '2',
      held: '2',
    });
  });

  it('rejects a negative delta except for corrections, and a delta of 0 or a fraction', async () => {
    const ctx = await shopperHolding(5, 2);

    for (const change of [
      { delta: -1, kind: 'restock' },
      { delta: -1, kind: 'return' },
      { delta: 0, kind: 'correction' },
      { delta: 0.5, kind: 'restock' },
    ] as const)
      expect(await codeAndDetails(changeStock(ctx, 'mug', change))).toHaveProperty('delta');
  });

  it('adds up thirty concurrent restocks', async () => {
    const ctx = await shopperHolding(5, 1);

    await Promise.all(Array.from({ length: 30 }, () => changeStock(ctx, 'mug', { delta: 1, kind: 'restock' })));

    expect(await changeStock(ctx, 'mug', { delta: 1, kind: 'restock' })).toMatchObject({ onHand: 36 });
  });
});
