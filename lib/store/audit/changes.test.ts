import { beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#lib/core/time.ts';
import type { Collection } from '#lib/data/collection.ts';
import { inc } from '#lib/data/patch.ts';
import { userCredit } from '#lib/payments/books/accounts.ts';
import { postEntry } from '#lib/payments/books/journal.ts';
import {
  BalanceSnapshots,
  CreditAccounts,
  JournalEntries,
  JournalPostings,
  PaymentTransactions,
  Payouts,
  Settlements,
} from '#lib/payments/collections.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { OrderEvents, Orders, StockHolds, StockLevels, StockShards } from '#lib/store/collections.ts';
import { eventsOf, holdsOfOrder } from '#lib/store/queries.ts';
import { shardId } from '#lib/store/stock/counters.ts';
import { newStockLevel, writeMovement } from '#lib/store/stock/movements.ts';
import { splitStock } from '#lib/store/stock/split.ts';
import type { TestContext } from '#tests/support/context.ts';
import { countRows } from '#tests/support/counted-store.ts';
import { payingShopper, placeOrder } from '#tests/support/paying.ts';
import { everyRow } from '#tests/support/world.ts';
import { auditStore } from './audit.ts';
import { findAudit } from './discrepancies.ts';

/**
 * More rows than a single audit walks through. Until the walk has passed them, the other rows are audited only when
 * they change.
 */
const OTHERS = 150;

const otherId = (n: number): string => `a${String(n).padStart(3, '0')}`;

async function addOthers({ data, now }: TestContext, count: number): Promise<void> {
  const at = now().toISOString();
  await data.batch((write) => {
    for (let n = 0; n < count; n++) write.create(StockLevels, otherId(n), newStockLevel(0, at));
  });
}

/** Creates a shop with an order that was paid two hours ago and a full audit one hour ago. */
async function auditedShop(others = OTHERS) {
  const ctx = await payingShopper();
  await addOthers(ctx, others);
  const order = await placeOrder(ctx);
  await payByCredit(ctx, order.id);
  ctx.clock.advance(HOUR_MS);
  expect(await foundBy(ctx)).toEqual([]);
  ctx.clock.advance(HOUR_MS);
  return { ctx, orderId: order.id, at: ctx.now().toISOString() };
}
type Shop = Awaited<ReturnType<typeof auditedShop>>;

/** Runs an audit to its end and returns its row. */
async function audited(ctx: TestContext) {
  let cursor: string | null = null;
  let id = '';
  do {
    cursor = (await auditStore(ctx, cursor)).cursor;
    id = cursor ?? id;
  } while (cursor !== null);
  const audit = await findAudit(ctx, id);
  if (!audit) throw new Error('no audit was written');
  return audit;
}
/** Returns what an audit names, without the effects that no drainer performs in a test. */
const foundBy = async (ctx: TestContext) =>
  (await audited(ctx)).findings
    .filter(({ invariant }) => invariant !== 'SI16')
    .map(({ invariant, subject }) => `${invariant} ${subject}`);

/** Returns a context in which the audit is killed before or after it has recorded a slice. */
const dyingContext = (ctx: TestContext, when: 'before' | 'after'): TestContext => ({
  ...ctx,
  data: {
    ...ctx.data,
    async tx(work, options) {
      let isSlice = false;
      const result = await ctx.data.tx(async (t) => {
        const value = await work({
          ...t,
          set(collection, id, document) {
            isSlice = true;
            if (when === 'before') throw new Error('killed before');
            t.set(collection, id, document);
          },
        });
        return value;
      }, options);
      if (isSlice) throw new Error('killed after');
      return result;
    },
  },
});

const holdOf = async ({ ctx, orderId }: Shop) => (await ctx.data.find(holdsOfOrder(orderId, 1))).rows[0]?.id ?? '';
const firstOf = async <T extends object>({ data }: TestContext, collection: Collection<T>) =>
  (await everyRow(data, collection))[0]?.id ?? '';

/** What each case corrupts, and the finding that the audit must then name. */
const spoiled: Readonly<Record<string, (shop: Shop) => Promise<string>>> = {
  'a counter of stock': async ({ ctx, at }) => {
    await ctx.data.update(StockLevels, 'mug', { held: 2, updatedAt: at });
    return 'SI2 mug';
  },
  'a shard of stock': async ({ ctx, at }) => {
    await splitStock(ctx, 'mug');
    await ctx.data.update(StockLevels, 'mug', { updatedAt: '2026-01-01T00:00:00.000Z' });
    await ctx.data.update(StockShards, shardId('mug', 2), { held: inc(1), updatedAt: at });
    return 'SI2 mug/2';
  },
  'a hold (seen at its product)': async (shop) => {
    await shop.ctx.data.update(StockHolds, await holdOf(shop), {
      productId: 'mug',
      state: 'bound',
      qty: 3,
      updatedAt: shop.at,
    });
    return 'SI2 mug';
  },
  'a hold (seen at its order)': async (shop) => {
    await shop.ctx.data.update(StockHolds, await holdOf(shop), { qty: 3, updatedAt: shop.at });
    return `SI7 ${shop.orderId}`;
  },
  'a move of stock': async ({ ctx, at }) => {
    await ctx.data.batch((write) =>
      writeMovement(write, 'move', { productId: 'mug', delta: 1, kind: 'correction', at }),
    );
    return 'SI3 mug';
  },
  'an order': async ({ ctx, orderId, at }) => {
    await ctx.data.update(Orders, orderId, { payState: 'unpaid', updatedAt: at });
    return `SI9 ${orderId}`;
  },
  'an event of an order': async ({ ctx, orderId, at }) => {
    const [event] = (await ctx.data.find(eventsOf(orderId, 1))).rows;
    await ctx.data.update(OrderEvents, event?.id ?? '', { at });
    return `SI15 ${orderId}`;
  },
  'an attempt': async ({ ctx, at }) => {
    const id = await firstOf(ctx, PaymentTransactions);
    await ctx.data.update(PaymentTransactions, id, { excess: true, updatedAt: at });
    return `SI9 ${id}`;
  },
  'an attempt (seen at its order)': async ({ ctx, orderId, at }) => {
    const id = await firstOf(ctx, PaymentTransactions);
    await ctx.data.update(PaymentTransactions, id, { paidAt: null, updatedAt: at });
    return `SI9 ${orderId}`;
  },
  'a settlement': async ({ ctx, at }) => {
    const id = await firstOf(ctx, Settlements);
    await ctx.data.update(Settlements, id, { netMinor: 1, updatedAt: at });
    return `SI6 ${id}`;
  },
  'an entry of the journal': async ({ ctx, at }) => {
    const [posting] = await everyRow(ctx.data, JournalPostings);
    const entryId = posting?.data.entryId ?? '';
    await ctx.data.update(JournalPostings, posting?.id ?? '', { amountMinor: inc(1) });
    await ctx.data.update(JournalEntries, entryId, { at });
    return `SI4 ${entryId}`;
  },
  'a balance': async ({ ctx, at }) => {
    await ctx.data.update(CreditAccounts, ctx.user?.id ?? '', { balanceMinor: 5, updatedAt: at });
    return `SI14 ${ctx.user?.id}`;
  },
  'an unexpected posting to a balance': async ({ ctx, at }) => {
    const userId = ctx.user?.id ?? '';
    await ctx.data.batch((write) =>
      postEntry(write, {
        ...{ kind: 'topup', subjectId: `${userId}:twice`, at, note: '' },
        postings: [
          { account: 'gateway:manual', amountMinor: 100, currency: 'UAH' },
          { account: userCredit(userId), amountMinor: -100, currency: 'UAH' },
        ],
      }),
    );
    return `SI14 ${userId}`;
  },
  'a month-end balance snapshot': async ({ ctx, at }) => {
    await ctx.data.create(BalanceSnapshots, 'month', {
      ...{ account: 'gateway:manual', currency: 'UAH', until: '2026-02-01T00:00:00.000Z' },
      ...{ balanceMinor: 7, createdAt: at },
    });
    return 'SI4 month';
  },
  'a payout': async ({ ctx, at }) => {
    await ctx.data.create(Payouts, 'payout', {
      ...{ vendorId: 'vnd_test', settlementIds: ['set_none'], keptBackIds: [], amountMinor: 100, currency: 'UAH' },
      ...{ bankReference: 'x', madeBy: 'usr_1', createdAt: at },
    });
    return 'SI6 payout';
  },
};

describe('an hourly audit', () => {
  it.each(Object.entries(spoiled))('reports %s that was corrupted with a new updatedAt', async (_, spoil) => {
    const shop = await auditedShop();

    const name = await spoil(shop);

    expect(await foundBy(shop.ctx)).toContain(name);
  });

  it('reports an order corrupted without a new updatedAt once the full walk reaches that order', async () => {
    const { ctx, orderId } = await auditedShop();
    await ctx.data.update(Orders, orderId, { payState: 'unpaid' });
    expect(await foundBy(ctx)).toEqual([]);

    ctx.clock.advance(HOUR_MS);

    expect(await foundBy(ctx)).toEqual([`SI24 ${orderId}`, `SI9 ${orderId}`]);
  });

  it('reports a finding again each hour until it is fixed, although its row does not change', async () => {
    const { ctx, orderId, at } = await auditedShop();
    await ctx.data.update(Orders, orderId, { payState: 'unpaid', updatedAt: at });
    for (let hour = 0; hour < 3; hour++) {
      expect(await foundBy(ctx)).toEqual([`SI24 ${orderId}`, `SI9 ${orderId}`]);
      ctx.clock.advance(HOUR_MS);
    }

    await ctx.data.update(Orders, orderId, { payState: 'paid' });

    expect(await foundBy(ctx)).toEqual([]);
  });

  it('rechecks everything after an audit with more findings than its row can keep', async () => {
    const { ctx } = await auditedShop(300);
    const at = ctx.now().toISOString();
    const spoil = (held: number) =>
      ctx.data.batch((write) => {
        for (let n = 0; n < 300; n++) write.update(StockLevels, otherId(n), { held, updatedAt: at });
      });
    await spoil(1);
    expect((await audited(ctx)).found).toBeGreaterThanOrEqual(600);
    ctx.clock.advance(HOUR_MS);
    // Each row breaks two rules: it holds units that do not exist, and no hold explains them. Some effects are late
    // too.
    const { since, found } = await audited(ctx);
    expect(since).toBeNull();
    expect(found).toBeGreaterThanOrEqual(600);
    expect(found).toBeLessThan(620);

    await spoil(0);
    ctx.clock.advance(HOUR_MS);

    expect(await foundBy(ctx)).toEqual([]);
  });

  it('has the same counts when killed before and after the commit of each slice', async () => {
    const shop = await auditedShop();
    await spoiled['a balance']?.(shop);
    const undisturbed = await audited(shop.ctx);
    const { ctx, at } = await auditedShop();
    await spoiled['a balance']?.({ ...shop, ctx, at });

    let { cursor } = await auditStore(ctx, null);
    const id = cursor ?? '';
    let deaths = 0;
    for (let place: unknown = ''; place !== null; place = (await findAudit(ctx, id))?.place ?? null) {
      for (const when of ['before', 'after'] as const) {
        const slice = auditStore(dyingContext(ctx, when), id);
        await expect(slice).rejects.toThrow(`killed ${when}`);
        deaths += 1;
      }
    }
    ({ cursor } = await auditStore(ctx, id));

    expect(deaths).toBeGreaterThanOrEqual(4);
    expect(cursor).toBeNull();
    const { checked, found, walk } = (await findAudit(ctx, id)) ?? {};
    expect({ checked, found, walked: walk?.walked }).toEqual({
      checked: undisturbed.checked,
      found: undisturbed.found,
      walked: undisturbed.walk?.walked,
    });
  });

  describe('reads only changed rows', () => {
    const cost: Record<string, number> = {};
    beforeAll(async () => {
      for (const others of [150, 450])
        for (const changes of [0, 3]) {
          const { ctx } = await auditedShop(others);
          for (let n = 0; n < changes; n++) {
            const order = await placeOrder(ctx);
            await payByCredit(ctx, order.id);
          }
          const { data, rowsRead } = countRows(ctx.data);
          await audited({ ...ctx, data });
          cost[`${changes} of ${others}`] = rowsRead();
        }
    });

    it('and no more rows in a larger store', () => {
      expect(cost['0 of 450']).toBe(cost['0 of 150']);
      expect(cost['3 of 450']).toBe(cost['3 of 150']);
    });

    it('between 10 and 120 rows per placed and paid order', () => {
      const each = ((cost['3 of 150'] ?? 0) - (cost['0 of 150'] ?? 0)) / 3;
      expect(each).toBeGreaterThan(10);
      expect(each).toBeLessThan(120);
    });
  });
});
