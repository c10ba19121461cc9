import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#lib/core/time.ts';
import { inc } from '#lib/data/patch.ts';
import { outboxLanes } from '#lib/data/values.ts';
import { CreditAccounts } from '#lib/payments/collections.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { holdCart } from '#lib/store/cart/cart-holds.ts';
import { saveCart } from '#lib/store/cart/carts.ts';
import { Orders, StockLevels, StockShards } from '#lib/store/collections.ts';
import { auditsNewestFirst } from '#lib/store/queries.ts';
import { shardId } from '#lib/store/stock/counters.ts';
import { splitStock } from '#lib/store/stock/split.ts';
import { promisedAlerts } from '#tests/support/alerts.ts';
import type { TestContext } from '#tests/support/context.ts';
import { giveUpEffect } from '#tests/support/dead-effects.ts';
import { workOff } from '#tests/support/follow-up.ts';
import { payingShopper, placeOrder } from '#tests/support/paying.ts';
import { auditStore } from './audit.ts';

/** Creates a shop with a sold, a bound and a held unit. */
async function livingShop() {
  const ctx = await payingShopper();
  const paid = await placeOrder(ctx);
  await payByCredit(ctx, paid.id);
  await placeOrder(ctx);
  await saveCart(ctx, [{ id: 'mug', qty: 1 }]);
  await holdCart(ctx);
  return { ctx, paid };
}

/** Runs an audit to its end. Returns what was found in all, and the cursor of the last page. */
async function auditToEnd(ctx: TestContext) {
  let last: string | null = null;
  let slice = await auditStore(ctx, last);
  while (slice.cursor !== null) {
    last = slice.cursor;
    slice = await auditStore(ctx, last);
  }
  return { discrepancies: slice.discrepancies, last };
}

async function wholeAudit(ctx: TestContext) {
  await auditToEnd(ctx);
  const [row] = (await ctx.data.find(auditsNewestFirst(1))).rows;
  if (!row) throw new Error('no audit was written');
  return row.data;
}
const foundIn = async (ctx: TestContext) =>
  (await wholeAudit(ctx)).findings.map(({ invariant, subject }) => [invariant, subject]);

describe('auditStore', () => {
  it('checks stock, orders and money, and finds nothing in a healthy shop', async () => {
    const { ctx } = await livingShop();

    expect(await wholeAudit(ctx)).toMatchObject({
      startedAt: '2026-03-02T10:00:00.000Z',
      finishedAt: '2026-03-02T10:00:00.000Z',
      checked: 7,
      found: 0,
      findings: [],
      place: null,
    });
  });

  it('reports a wrong counter, logs an error, and repairs nothing', async () => {
    const { ctx } = await livingShop();
    await ctx.data.update(StockLevels, 'mug', { held: 2 });

    expect(await foundIn(ctx)).toEqual([['SI2', 'mug']]);

    expect(ctx.lines).toContainEqual(
      expect.objectContaining({
        level: 'error',
        event: 'invariant.broken',
        facts: expect.objectContaining({ subject: 'mug' }),
      }),
    );
    expect((await ctx.data.need(StockLevels, 'mug')).data.held).toBe(2);
  });

  it('alerts superadmins once of each finished audit with a new finding, and of no other audit', async () => {
    const { ctx } = await livingShop();
    const { discrepancies: none } = await auditToEnd(ctx);
    expect([none, await promisedAlerts(ctx)]).toEqual([0, []]);

    await ctx.data.update(StockLevels, 'mug', { held: 2 });
    ctx.clock.advance(1);
    expect((await auditToEnd(ctx)).discrepancies).toBe(1);
    ctx.clock.advance(1);
    await auditToEnd(ctx);
    expect(await promisedAlerts(ctx)).toMatchObject([{ kind: 'drift', count: 1, lines: [{ name: 'SI2 mug' }] }]);

    await ctx.data.update(CreditAccounts, ctx.user.id, { balanceMinor: 5 });
    ctx.clock.advance(1);
    await auditToEnd(ctx);
    expect(new Set((await promisedAlerts(ctx)).map(({ count }) => count))).toEqual(new Set([1, 2]));
  });

  it('alerts again when a fixed counter is wrong again, and once when the last slice runs twice', async () => {
    const { ctx } = await livingShop();
    for (const held of [2, 3, 2]) {
      await ctx.data.update(StockLevels, 'mug', { held });
      const { last } = await auditToEnd(ctx);
      expect((await auditStore(ctx, last)).discrepancies).toBe(held === 3 ? 0 : 1);
      ctx.clock.advance(1);
    }

    expect(await promisedAlerts(ctx)).toHaveLength(2);
  });

  it('checks every shard of split stock', async () => {
    const { ctx } = await livingShop();
    await splitStock(ctx, 'mug');
    expect(await foundIn(ctx)).toEqual([]);
    // The latest audit is found by its time, so the clock must advance.
    ctx.clock.advance(1);
    await ctx.data.update(StockShards, shardId('mug', 2), { held: inc(1) });
    await ctx.data.update(StockShards, shardId('mug', 7), { onHand: inc(-1) });

    expect(await foundIn(ctx)).toEqual([
      ['SI2', 'mug/2'],
      ['SI3', 'mug/7'],
    ]);
  });

  it('reports an order with a wrong payState and a wrong history', async () => {
    const { ctx, paid } = await livingShop();
    await ctx.data.update(Orders, paid.id, { status: 'shipped', payState: 'unpaid' });

    expect(await foundIn(ctx)).toEqual([
      ['SI24', paid.id],
      ['SI24', paid.id],
      ['SI15', paid.id],
      ['SI9', paid.id],
    ]);
  });

  it('reports a credit balance that differs from the journal', async () => {
    const { ctx } = await livingShop();
    await ctx.data.update(CreditAccounts, ctx.user.id, { balanceMinor: 5 });

    expect(await foundIn(ctx)).toEqual([['SI14', ctx.user.id]]);
  });

  it('reports overdue effects and unswept expired holds', async () => {
    const { ctx } = await livingShop();

    ctx.clock.advance(DAY_MS);

    expect(new Set((await foundIn(ctx)).map(([invariant]) => invariant))).toEqual(new Set(['SI16', 'SI19']));
  });

  it('reports uncompacted sold holds and a paid order without a document number after one hour', async () => {
    const ctx = await payingShopper();
    const { id } = await placeOrder(ctx);
    await payByCredit(ctx, id);
    await ctx.drain();
    const owed = async () =>
      (await foundIn(ctx)).filter(([, subject]) => subject === id || subject?.startsWith('hld_'));

    ctx.clock.advance(HOUR_MS);
    expect(await owed()).toEqual([]);
    ctx.clock.advance(1);
    expect(await owed()).toEqual([
      ['SI16', expect.stringMatching(/^hld_/)],
      ['SI16', id],
    ]);

    await workOff(ctx);
    // Two audits that end in the same millisecond have no order.
    ctx.clock.advance(1);
    expect(await owed()).toEqual([]);
  });

  it.each(outboxLanes)(
    'reports waiting and leased effects of the outbox lane %s that are more than one hour late',
    async (lane) => {
      const ctx = await payingShopper();
      const [waiting, leased] = [
        await giveUpEffect(ctx, { status: 'waiting' }, lane),
        await giveUpEffect(ctx, { status: 'leased' }, lane),
      ];
      await giveUpEffect(ctx, { status: 'dead' }, lane);
      const late = async () => (await foundIn(ctx)).filter(([, subject]) => subject === waiting || subject === leased);

      ctx.clock.advance(HOUR_MS);
      expect(await late()).toEqual([]);
      ctx.clock.advance(1);

      expect(await late()).toEqual([
        ['SI16', waiting],
        ['SI16', leased],
      ]);
    },
  );
});
