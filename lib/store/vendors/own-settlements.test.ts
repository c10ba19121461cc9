import { describe, expect, it } from 'vitest';
import { DAY_MS, SECOND_MS } from '#lib/core/time.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { changeOrderStatus } from '#lib/store/orders/change-order-status.ts';
import { asUser } from '#tests/support/context.ts';
import { cancelOrder, payingShopper, placeOrder } from '#tests/support/paying.ts';
import { TEST_VENDOR_ID } from '#tests/support/shop.ts';
import { listOwnSettlements } from './own-settlements.ts';
import { releaseDue } from './settlement-release.ts';

async function openShop() {
  const shopper = await payingShopper();
  const admin = await asUser(shopper, { role: 'admin' });
  const sell = async () => {
    const order = await placeOrder(shopper);
    await payByCredit(shopper, order.id);
    shopper.clock.advance(SECOND_MS);
    return order;
  };
  return { shopper, admin, sell };
}
const list = (ctx: Parameters<typeof listOwnSettlements>[0], page: { limit?: number; cursor?: string } = {}) =>
  listOwnSettlements(ctx, TEST_VENDOR_ID, { limit: 20, ...page });

describe('listOwnSettlements', () => {
  it('returns the order number and the amounts, and no buyer data', async () => {
    const { shopper, sell } = await openShop();
    const { number } = await sell();

    const { settlements } = await list(shopper);

    expect(settlements).toEqual([
      {
        id: expect.stringMatching(/^set_/),
        orderNumber: number,
        state: 'accrued',
        blocked: false,
        overpaid: false,
        grossMinor: 10_000,
        commissionMinor: 1_000,
        netMinor: 9_000,
        currency: 'UAH',
        soldAt: expect.any(String),
        releaseAt: null,
      },
    ]);
  });

  it('returns the release date from the order’s completion on, and the release keeps that date', async () => {
    const { shopper, admin, sell } = await openShop();
    const { id } = await sell();
    await changeOrderStatus(admin, id, { status: 'completed' });
    const [foretold] = (await list(shopper)).settlements;
    expect(foretold).toMatchObject({
      state: 'accrued',
      releaseAt: new Date(shopper.now().getTime() + 14 * DAY_MS).toISOString(),
    });

    shopper.clock.advance(14 * DAY_MS);
    await releaseDue(shopper);

    expect((await list(shopper)).settlements).toMatchObject([{ state: 'payable', releaseAt: foretold?.releaseAt }]);
  });

  it('returns no release date for a settlement blocked by a canceled order', async () => {
    const { shopper, admin, sell } = await openShop();
    const { id } = await sell();
    await cancelOrder(admin, id);

    expect((await list(shopper)).settlements).toMatchObject([{ state: 'accrued', blocked: true, releaseAt: null }]);
  });

  it('SI17 returns each settlement once page by page, newest first, while more orders are sold', async () => {
    const { shopper, sell } = await openShop();
    const [first, second, third] = [await sell(), await sell(), await sell()];

    const start = await list(shopper, { limit: 2 });
    await sell();
    const rest = await list(shopper, { limit: 2, cursor: start.nextCursor ?? '' });

    const numbers = [...start.settlements, ...rest.settlements].map(({ orderNumber }) => orderNumber);
    expect(numbers).toEqual([third.number, second.number, first.number]);
    expect(rest.nextCursor).toBeNull();
  });
});
