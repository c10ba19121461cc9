import { afterEach, describe, expect, it } from 'vitest';
import { armFault } from '#lib/core/fault.ts';
import { DAY_MS } from '#lib/core/time.ts';
import { auditMoney } from '#lib/payments/audit/audit.ts';
import { balanceOf } from '#lib/payments/books/journal.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { Orders } from '#lib/store/collections.ts';
import { changeOrderStatus } from '#lib/store/orders/change-order-status.ts';
import { asUser } from '#tests/support/context.ts';
import { countRows } from '#tests/support/counted-store.ts';
import { payingShopper, placeOrder } from '#tests/support/paying.ts';
import { TEST_VENDOR_ID } from '#tests/support/shop.ts';
import { readMoney } from '#tests/support/world.ts';
import { releaseDue } from './settlement-release.ts';

async function completedOrder(world: Parameters<typeof payingShopper>[0] = {}) {
  const ctx = await payingShopper(world);
  const admin = await asUser(ctx, { role: 'admin' });
  const { id } = await placeOrder(ctx);
  await payByCredit(ctx, id);
  await changeOrderStatus(admin, id, { status: 'completed' });
  return { ctx, admin, id };
}
type Shop = Awaited<ReturnType<typeof completedOrder>>;
const stateOf = async ({ ctx, id }: Shop) =>
  (await ctx.data.need(Orders, id)).data.vendorSettlements.map(({ state }) => state);
const expectSound = async ({ ctx }: Shop) => expect(auditMoney(await readMoney(ctx.data))).toEqual([]);

describe('settlement-release', () => {
  afterEach(() => armFault({ FAULT_MODE: 'throw' }));

  it('makes a settlement payable once the order can no longer be returned, and not before', async () => {
    const shop = await completedOrder();
    shop.ctx.clock.advance(14 * DAY_MS - 1);
    expect(await releaseDue(shop.ctx)).toMatchObject({ done: 0 });

    shop.ctx.clock.advance(1);
    expect(await releaseDue(shop.ctx)).toMatchObject({ done: 1 });

    expect(await stateOf(shop)).toEqual(['payable']);
    expect(await balanceOf(shop.ctx.data, `vendor:${TEST_VENDOR_ID}:pending`, 'UAH')).toBe(0);
    expect(await balanceOf(shop.ctx.data, `vendor:${TEST_VENDOR_ID}:payable`, 'UAH')).toBe(-9_000);
    await expectSound(shop);
  });

  it('processes 100 sales per slice, opens transactions only for releases and continues from its cursor', async () => {
    const shop = await completedOrder({ units: { mug: 200 }, creditMinor: 2_000_000 });
    for (let n = 0; n < 102; n++) await payByCredit(shop.ctx, (await placeOrder(shop.ctx)).id);
    shop.ctx.clock.advance(15 * DAY_MS);
    const { data, rowsRead } = countRows(shop.ctx.data);
    let transactions = 0;
    const counted: typeof data = {
      ...data,
      tx: (work, options) => {
        transactions += 1;
        return data.tx(work, options);
      },
    };

    const first = await releaseDue({ ...shop.ctx, data: counted });
    expect(first.seen).toBe(100);
    // Each of the 100 reads a settlement and an order. The one release reads a few more.
    expect(rowsRead()).toBeLessThan(220);
    const rest = await releaseDue({ ...shop.ctx, data: counted }, first.next ?? '');

    expect(rest).toMatchObject({ seen: 3, next: null });
    expect([first.done + rest.done, transactions]).toEqual([1, 1]);
    await expectSound(shop);
  });

  it('releases once across concurrent and repeated runs', async () => {
    const shop = await completedOrder();
    shop.ctx.clock.advance(14 * DAY_MS);

    const both = await Promise.all([releaseDue(shop.ctx), releaseDue(shop.ctx)]);

    expect(both.map(({ done }) => done).toSorted((a, b) => a - b)).toEqual([0, 1]);
    expect(await releaseDue(shop.ctx)).toMatchObject({ seen: 0, done: 0 });
    await expectSound(shop);
  });

  it('skips a canceled order, and releases it once it is completed again', async () => {
    const shop = await completedOrder();
    await changeOrderStatus(shop.admin, shop.id, { status: 'canceled' });
    shop.ctx.clock.advance(20 * DAY_MS);
    expect(await releaseDue(shop.ctx)).toMatchObject({ seen: 1, done: 0 });

    await changeOrderStatus(shop.admin, shop.id, { status: 'completed' });
    shop.ctx.clock.advance(14 * DAY_MS);
    expect(await releaseDue(shop.ctx)).toMatchObject({ done: 1 });
    await expectSound(shop);
  });

  it('skips a sale with a pending refund, and releases it when the refund has failed', async () => {
    const shop = await completedOrder();
    shop.ctx.clock.advance(14 * DAY_MS);
    await shop.ctx.data.update(Orders, shop.id, { payState: 'refund_pending' });

    expect(await releaseDue(shop.ctx)).toMatchObject({ seen: 1, done: 0 });
    expect(await stateOf(shop)).toEqual(['accrued']);

    await shop.ctx.data.update(Orders, shop.id, { payState: 'paid' });
    expect(await releaseDue(shop.ctx)).toMatchObject({ done: 1 });
    await expectSound(shop);
  });

  it('keeps a release and the books correct after a crash', async () => {
    const shop = await completedOrder();
    shop.ctx.clock.advance(14 * DAY_MS);
    armFault({ FAULT_AT: 'settlement.after_release', FAULT_MODE: 'throw' });

    await expect(releaseDue(shop.ctx)).rejects.toThrow('settlement.after_release');

    expect(await stateOf(shop)).toEqual(['payable']);
    expect(await releaseDue(shop.ctx)).toMatchObject({ done: 0 });
    await expectSound(shop);
  });
});
