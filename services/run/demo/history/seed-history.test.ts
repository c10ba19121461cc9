import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { VerificationProcedures } from '#lib/admin/collections.ts';
import { armFault } from '#lib/core/fault.ts';
import { DAY_MS } from '#lib/core/time.ts';
import { Conversations, Messages } from '#lib/messaging/collections.ts';
import { auditMoney } from '#lib/payments/audit/audit.ts';
import { Payouts } from '#lib/payments/collections.ts';
import { auditOrders } from '#lib/store/audit/order.ts';
import { auditStock } from '#lib/store/audit/stock.ts';
import { Orders, ProductFamilies, Products, VendorDays, VendorDeliveries, Vendors } from '#lib/store/collections.ts';
import { ProductFiles } from '#lib/store/files/collections.ts';
import { Reviews } from '#lib/store/reviews/collections.ts';
import { readHistory } from '#services/run/demo/history/progress.ts';
import { seedDemo } from '#services/run/seed.ts';
import { type TestContext, testContext } from '#tests/support/context.ts';
import { wrongRatings } from '#tests/support/reviews.ts';
import { everyRow, readWorld } from '#tests/support/world.ts';
import { courses, pastOrders } from './order-plan.ts';
import { pastDays } from './timeline.ts';

const demo = { vars: { PLAZA_DEMO: '1' } };

/** What the tables hold that nobody may add to, by collection. */
async function countsOf({ data }: TestContext) {
  const { orders, events, attempts, entries, moves, settlements, partRefunds, payouts } = await readWorld(data);
  const [vendors, deliveries, talks, messages, products, kept] = await Promise.all([
    everyRow(data, Vendors),
    everyRow(data, VendorDeliveries),
    everyRow(data, Conversations),
    everyRow(data, Messages),
    everyRow(data, Products),
    everyRow(data, ProductFiles),
  ]);
  const lists = { orders, events, attempts, entries, moves, settlements, partRefunds, payouts };
  return Object.fromEntries(
    Object.entries({ ...lists, vendors, deliveries, talks, messages, products, kept }).map(([name, rows]) => [
      name,
      rows.length,
    ]),
  );
}

async function findings({ data }: TestContext) {
  const world = await readWorld(data);
  return [...auditStock(world), ...auditOrders(world), ...auditMoney(world)];
}

const tally = (values: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(values, (value) => value)].map(([value, same]) => [value, same.length]));

/** A demo whose past is written. */
let seeded: TestContext;
beforeAll(async () => {
  seeded = await testContext(demo);
  await seedDemo(seeded);
});

describe('the past of a demo', () => {
  afterEach(() => armFault({ FAULT_MODE: 'throw' }));

  it('SI22 has 60 reviews in three languages behind its ratings, verified ones with a paid order', async () => {
    const reviews = (await everyRow(seeded.data, Reviews)).map(({ data }) => data);

    expect(reviews.length).toBeGreaterThanOrEqual(60);
    expect(Object.keys(tally(reviews.map(({ locale }) => locale))).sort()).toEqual(['en', 'ru', 'uk']);
    expect(reviews.filter(({ status }) => status !== 'published')).toEqual([]);
    expect(reviews.filter(({ verifiedPurchase }) => verifiedPurchase).length).toBeGreaterThanOrEqual(15);
    expect(reviews.filter(({ reply }) => reply !== null).length).toBeGreaterThanOrEqual(5);
    expect(await wrongRatings(seeded)).toEqual([]);
  });

  it('has 60 orders of 30 days in every state, in the books of six sellers, and breaks no rule', async () => {
    const ctx = seeded;

    expect(ctx.lines.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([]);
    const { orders, settlements, partRefunds } = await readWorld(ctx.data);
    const parts = orders.flatMap(({ data }) => data.parts);
    expect(orders).toHaveLength(60);
    expect(Object.keys(tally(orders.map(({ data }) => data.status))).sort()).toEqual([
      'canceled',
      'completed',
      'new',
      'paid',
      'processing',
      'shipped',
    ]);
    expect(Object.keys(tally(orders.map(({ data }) => data.payState))).sort()).toEqual(
      expect.arrayContaining(['paid', 'refunded', 'unpaid']),
    );
    expect(Object.keys(tally(parts.map(({ state }) => state))).sort()).toEqual([
      'delivered',
      'pending',
      'processing',
      'refused',
      'shipped',
    ]);
    expect(Object.keys(tally(parts.flatMap(({ cancelRequest }) => cancelRequest?.state ?? []))).sort()).toEqual([
      'accepted',
      'declined',
      'open',
    ]);
    expect(Object.keys(tally(partRefunds.map(({ data }) => data.state))).sort()).toEqual(['done', 'owed']);
    expect(Object.keys(tally(settlements.map(({ data }) => data.state))).sort()).toEqual([
      'accrued',
      'paid',
      'payable',
      'reversed',
    ]);
    expect(orders.filter(({ data }) => data.parts.length === 2).length).toBeGreaterThanOrEqual(10);
    expect(new Set(parts.flatMap(({ delivery }) => delivery?.method ?? []))).toEqual(
      new Set(['branch', 'courier', 'pickup']),
    );
    const days = new Set(orders.map(({ data }) => data.createdAt.slice(0, 10)));
    expect(days.size).toBeGreaterThan(20);
    expect(await findings(ctx)).toEqual([]);
  });

  it('has sellers in each state, with options, days of sales, an account to confirm, and questions', async () => {
    const ctx = seeded;

    const vendors = (await everyRow(ctx.data, Vendors)).filter(({ data }) => data.ownerId !== null);
    expect(tally(vendors.map(({ data }) => data.status))).toEqual({
      approved: 3,
      applied: 1,
      rejected: 1,
      suspended: 1,
    });
    expect(vendors.filter(({ data }) => data.payoutPending !== null)).toHaveLength(1);
    expect(tally((await everyRow(ctx.data, VerificationProcedures)).map(({ data }) => data.status))).toEqual({
      ...{ submitted: 1, rejected: 1 },
    });
    expect(await everyRow(ctx.data, Payouts)).toHaveLength(1);
    const sold = new Set((await everyRow(ctx.data, VendorDays)).map(({ data }) => data.vendorId));
    expect(sold.size).toBe(4);
    const talks = await everyRow(ctx.data, Conversations);
    expect(talks.every(({ data }) => data.type === 'product' && data.lastMessageAt !== null)).toBe(true);
    expect(talks).toHaveLength(6);
  });

  it('has products with variants and files to download, and orders of both', async () => {
    const { data: store, files } = seeded;

    const families = await everyRow(store, ProductFamilies);
    expect(families.map(({ data: { options, members } }) => `${options.length}, ${members.length}`).toSorted()).toEqual(
      ['1, 3', '2, 6'],
    );
    const kept = await everyRow(store, ProductFiles);
    expect(kept.map((row) => row.data.mimeType)).toEqual(['application/pdf', 'application/pdf', 'application/pdf']);
    const bytes = await files.read(kept[0]?.data.storageKey ?? '');
    expect(Buffer.from(bytes ?? []).toString('latin1')).toMatch(/^%PDF-1\.4[\s\S]*%%EOF\n$/);
    const orders = (await everyRow(store, Orders)).map((row) => row.data);
    const kindsOf = ({ lines }: (typeof orders)[number]) => new Set(lines.map(({ fulfilment }) => fulfilment));
    const digital = orders.filter((order) => !kindsOf(order).has('physical'));
    expect(digital.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
    expect(orders.some((order) => kindsOf(order).size === 2)).toBe(true);
    expect(orders.filter(({ lines }) => lines.some(({ options }) => options.length > 0)).length).toBeGreaterThan(3);
  });

  it('is written once: a second start changes nothing', async () => {
    const ctx = seeded;
    const first = await countsOf(ctx);

    ctx.clock.advance(DAY_MS);
    await seedDemo(ctx);

    expect(await countsOf(ctx)).toEqual(first);
  });

  it('is continued after a crash at any place, and ends as if there had been none', async () => {
    const expected = await countsOf(seeded);
    const ctx = await testContext(demo);
    for (const at of [
      'checkout.after_order:3',
      'payment.before_answer:9',
      'part.after_refuse',
      'checkout.after_order:5',
    ]) {
      armFault({ FAULT_AT: at, FAULT_MODE: 'throw' });
      await expect(seedDemo(ctx)).rejects.toThrow('fault at');
      armFault({ FAULT_MODE: 'throw' });
      ctx.clock.advance(DAY_MS);
    }
    await seedDemo(ctx);

    // How many sales one compaction takes together depends on when it ran.
    expect(await countsOf(ctx)).toEqual({ ...expected, moves: expect.any(Number) });
    expect(await findings(ctx)).toEqual([]);
  });

  it('is not added to a demo that began without it, and can be switched off', async () => {
    const ctx = await testContext({ vars: { ...demo.vars, PLAZA_DEMO_HISTORY: 'off' } });
    await seedDemo(ctx);
    const first = await countsOf(ctx);
    expect(first).toMatchObject({ orders: 0, talks: 0 });

    await seedDemo({ ...ctx, env: { ...ctx.env, PLAZA_DEMO_HISTORY: true } });

    expect(await readHistory(ctx.data)).toBeUndefined();
    expect(await countsOf(ctx)).toEqual(first);
  });

  it('leaves out what the settings do not allow', async () => {
    const ctx = await testContext({ vars: { ...demo.vars, PAYMENT_STORE_ALLOW_CREDIT: 'false' } });

    await seedDemo(ctx);

    expect((await readHistory(ctx.data))?.finishedAt).not.toBeNull();
    expect(ctx.lines.some(({ event }) => event === 'demo.event_skipped')).toBe(true);
    expect(await findings(ctx)).toEqual([]);
  });

  it('lies in the past, in order, with an own key for each order', () => {
    const times = pastDays()
      .flat()
      .map(({ daysAgo }) => daysAgo);
    const keys = pastOrders().map(({ key }) => key);

    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(Math.min(...times)).toBeGreaterThanOrEqual(0);
    expect(new Set(keys).size).toBe(60);
    expect(Object.values(courses).reduce((sum, { count }) => sum + count, 0)).toBe(60);
  });
});
