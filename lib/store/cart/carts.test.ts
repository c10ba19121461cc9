import { describe, expect, it } from 'vitest';
import { AppError } from '#lib/core/errors.ts';
import { MINUTE_MS } from '#lib/core/time.ts';
import { StockHolds, StockLevels } from '#lib/store/collections.ts';
import { cartHoldId } from '#lib/store/stock/hold-terms.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import { addProduct, stockShop } from '#tests/support/shop.ts';
import { holdCart } from './cart-holds.ts';
import { cartOf, saveCart } from './carts.ts';

async function shopperIn(units: Readonly<Record<string, number>>) {
  const world = await testContext();
  await stockShop(world, units);
  return asUser(world);
}

const detailsOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? { status: error.status, ...error.details } : error),
  );

describe('saveCart', () => {
  it('sets updatedAt, which is null before the first save', async () => {
    const shopper = await shopperIn({ mug: 5 });

    expect(await cartOf(shopper)).toEqual({ items: [], updatedAt: null });
    const saved = await saveCart(shopper, [{ id: 'mug', qty: 2 }]);

    expect(saved).toEqual({ items: [{ id: 'mug', qty: 2 }], updatedAt: '2026-03-02T10:00:00.000Z' });
    expect(await cartOf(shopper)).toEqual(saved);
  });

  it('sums the lines of one product before the stock check', async () => {
    const shopper = await shopperIn({ mug: 5 });
    const lines = [
      { id: 'mug', qty: 3 },
      { id: 'mug', qty: 3 },
    ];

    expect(await detailsOf(saveCart(shopper, lines))).toEqual({ status: 409, mug: '5' });
  });

  it('saves nothing when one line exceeds the stock', async () => {
    const shopper = await shopperIn({ mug: 5, lamp: 1 });
    await saveCart(shopper, [{ id: 'mug', qty: 1 }]);

    const refused = await detailsOf(
      saveCart(shopper, [
        { id: 'mug', qty: 4 },
        { id: 'lamp', qty: 2 },
      ]),
    );

    expect(refused).toEqual({ status: 409, lamp: '1' });
    expect((await cartOf(shopper)).items).toEqual([{ id: 'mug', qty: 1 }]);
  });

  it('names the line of an unknown product, and drops a line of quantity 0', async () => {
    const shopper = await shopperIn({ mug: 5 });

    const lines = [
      { id: 'ghost', qty: 0 },
      { id: 'mug', qty: 1 },
      { id: 'ghoul', qty: 2 },
    ];

    expect(await detailsOf(saveCart(shopper, lines))).toEqual({
      status: 400,
      'items.2.id': 'is not an available product',
    });
  });

  it('reports 0 available units of an unlisted product', async () => {
    const shopper = await shopperIn({ mug: 5 });
    await addProduct(shopper, 'draft', 9, { status: 'draft' });

    expect(await detailsOf(saveCart(shopper, [{ id: 'draft', qty: 1 }]))).toEqual({ status: 409, draft: '0' });
  });

  it('counts the shopper’s own holds as available, and other shoppers’ holds as unavailable', async () => {
    const shopper = await shopperIn({ mug: 3 });
    const rival = await asUser(shopper);
    await saveCart(shopper, [{ id: 'mug', qty: 2 }]);
    await holdCart(shopper);

    expect(await detailsOf(saveCart(rival, [{ id: 'mug', qty: 2 }]))).toEqual({ status: 409, mug: '1' });
    expect(await saveCart(shopper, [{ id: 'mug', qty: 3 }])).toMatchObject({ items: [{ id: 'mug', qty: 3 }] });
  });

  it('counts units in other shoppers’ expired holds as available before any sweep', async () => {
    const shopper = await shopperIn({ mug: 30 });
    const idlers = await Promise.all(Array.from({ length: 30 }, () => asUser(shopper)));
    for (const idler of idlers) {
      await saveCart(idler, [{ id: 'mug', qty: 1 }]);
      await holdCart(idler);
    }
    expect(await detailsOf(saveCart(shopper, [{ id: 'mug', qty: 30 }]))).toEqual({ status: 409, mug: '0' });

    // Only the clock moves: no sweep has run.
    shopper.clock.advance(16 * MINUTE_MS);

    expect(await saveCart(shopper, [{ id: 'mug', qty: 30 }])).toMatchObject({ items: [{ id: 'mug', qty: 30 }] });
  });

  it('releases the excess units of a hold when a line gets smaller', async () => {
    const shopper = await shopperIn({ mug: 5, lamp: 5 });
    await saveCart(shopper, [
      { id: 'mug', qty: 4 },
      { id: 'lamp', qty: 2 },
    ]);
    await holdCart(shopper);

    await saveCart(shopper, [{ id: 'mug', qty: 1 }]);

    const [mug, lamp] = await shopper.data.getMany(StockLevels, ['mug', 'lamp']);
    expect([mug?.data.held, lamp?.data.held]).toEqual([1, 0]);
    const holds = await shopper.data.getMany(
      StockHolds,
      ['mug', 'lamp'].map((id) => cartHoldId(shopper.user.id, id)),
    );
    expect(holds.map((row) => [row?.data.state, row?.data.qty])).toEqual([
      ['active', 1],
      ['released', 2],
    ]);
  });
});
