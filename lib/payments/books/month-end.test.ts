import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#lib/core/time.ts';
import { auditSnapshotOf } from '#lib/payments/audit/snapshot.ts';
import { BalanceSnapshots, JournalPostings } from '#lib/payments/collections.ts';
import { auditStore } from '#lib/store/audit/audit.ts';
import { type TestContext, testContext } from '#tests/support/context.ts';
import { everyRow } from '#tests/support/world.ts';
import { balanceOf, postEntry } from './journal.ts';
import { closeMonth, lastClosed } from './month-end.ts';

let made = 0;
/** Books a manual top-up with the given booking time. */
const book = ({ data }: TestContext, at: string, amountMinor = 100, currency = 'UAH') =>
  data.batch((write) =>
    postEntry(write, {
      kind: 'topup',
      subjectId: `W${made++}-1`,
      at,
      note: '',
      postings: [
        { account: 'gateway:manual', amountMinor, currency },
        { account: 'user_credit:usr_1', amountMinor: -amountMinor, currency },
      ],
    }),
  );
const snapshots = async ({ data }: TestContext) =>
  (await everyRow(data, BalanceSnapshots))
    .map((row) => row.data)
    .filter(({ account }) => account === 'gateway:manual')
    .toSorted((a, b) => a.until.localeCompare(b.until))
    .map(({ until, balanceMinor }) => [until.slice(0, 7), balanceMinor]);
const findings = async (ctx: TestContext) => {
  const rows = await everyRow(ctx.data, BalanceSnapshots);
  return (await Promise.all(rows.map(({ id }) => auditSnapshotOf(ctx, id)))).flat();
};

/** Books a journal of some months. Today is the second of March. */
async function oldBooks() {
  const ctx = await testContext();
  await book(ctx, '2025-12-31T23:59:59.999Z', 100);
  await book(ctx, '2026-01-31T23:59:59.999Z', 20);
  await book(ctx, '2026-02-01T00:00:00.000Z', 3);
  return ctx;
}

describe('month-end', () => {
  it('closes a month once the following month is over, also across a year boundary', () => {
    expect(lastClosed(new Date('2026-03-01T00:00:00.000Z'))).toBe('2026-02-01T00:00:00.000Z');
    expect(lastClosed(new Date('2026-02-28T23:59:59.999Z'))).toBe('2026-01-01T00:00:00.000Z');
    expect(lastClosed(new Date('2026-01-15T00:00:00.000Z'))).toBe('2025-12-01T00:00:00.000Z');
  });

  it('writes each balance once across concurrent runs, in agreement with the journal', async () => {
    const ctx = await oldBooks();

    const both = await Promise.all([closeMonth(ctx), closeMonth(ctx)]);

    expect(both.reduce((sum, { done }) => sum + done, 0)).toBe(2);
    expect(await closeMonth(ctx)).toMatchObject({ done: 0, next: null });
    expect(await snapshots(ctx)).toEqual([['2026-02', 120]]);
    expect(await findings(ctx)).toEqual([]);
  });

  it('leaves account balances unchanged over consecutive months', async () => {
    const ctx = await oldBooks();
    await closeMonth(ctx);
    ctx.clock.advance(31 * DAY_MS);
    await book(ctx, ctx.now().toISOString(), 4_000);
    await closeMonth(ctx);

    expect(await snapshots(ctx)).toEqual([
      ['2026-02', 120],
      ['2026-03', 123],
    ]);
    expect(await balanceOf(ctx.data, 'gateway:manual', 'UAH')).toBe(4_123);
    expect(await balanceOf(ctx.data, 'user_credit:usr_1', 'UAH')).toBe(-4_123);
    expect(await balanceOf(ctx.data, 'gateway:manual', 'EUR')).toBe(0);
    expect(await findings(ctx)).toEqual([]);
  });

  it('computes a balance from the last snapshot, without older postings', async () => {
    const ctx = await oldBooks();
    await closeMonth(ctx);

    for (const { id, data } of await everyRow(ctx.data, JournalPostings))
      if (data.at < '2026-02') await ctx.data.delete(JournalPostings, id);

    expect(await balanceOf(ctx.data, 'gateway:manual', 'UAH')).toBe(123);
  });

  it('includes an entry committed weeks after its booking time', async () => {
    const ctx = await oldBooks();
    await closeMonth(ctx);
    await book(ctx, '2026-02-01T00:00:00.000Z', 5_000);
    ctx.clock.advance(31 * DAY_MS);
    await closeMonth(ctx);

    expect(await balanceOf(ctx.data, 'gateway:manual', 'UAH')).toBe(5_123);
    expect(await findings(ctx)).toEqual([]);
  });

  it('keeps currencies apart, and writes no snapshot for an account without new postings', async () => {
    const ctx = await oldBooks();
    await book(ctx, '2026-01-05T00:00:00.000Z', 7, 'EUR');
    await closeMonth(ctx);
    ctx.clock.advance(62 * DAY_MS);
    await closeMonth(ctx);
    ctx.clock.advance(31 * DAY_MS);

    expect(await closeMonth(ctx)).toMatchObject({ done: 0 });
    expect(await balanceOf(ctx.data, 'gateway:manual', 'EUR')).toBe(7);
    expect(await balanceOf(ctx.data, 'gateway:manual', 'UAH')).toBe(123);
  });

  it('closes more accounts than one slice holds, with at most 20 concurrent queries', async () => {
    const ctx = await testContext();
    await ctx.data.batch((write) => {
      for (let i = 0; i < 60; i++)
        write.create(JournalPostings, `p${i}`, {
          entryId: 'e1',
          account: `user_credit:usr_${i}`,
          amountMinor: i + 1,
          currency: 'UAH',
          at: '2026-01-05T00:00:00.000Z',
        });
    });

    let [open, most] = [0, 0];
    const data: TestContext['data'] = {
      ...ctx.data,
      async find(query) {
        most = Math.max(most, ++open);
        const page = await ctx.data.find(query);
        open -= 1;
        return page;
      },
    };

    const first = await closeMonth({ ...ctx, data });
    const second = await closeMonth(ctx, first.next ?? undefined);

    expect([first.done, second.done, second.next]).toEqual([50, 10, null]);
    // Writes of one commit resolve in one turn of the event loop.
    expect(most).toBeLessThanOrEqual(20);
    expect(await balanceOf(ctx.data, 'user_credit:usr_59', 'UAH')).toBe(60);
  });
});

describe('auditSnapshotOf', () => {
  it('reports a snapshot that is not the sum of its postings', async () => {
    const ctx = await oldBooks();
    await closeMonth(ctx);
    const [row] = await everyRow(ctx.data, BalanceSnapshots);
    await ctx.data.update(BalanceSnapshots, row?.id ?? '', { balanceMinor: 7 });

    expect(await findings(ctx)).toMatchObject([{ invariant: 'SI4', subject: row?.id }]);
    let place = await auditStore(ctx, null);
    let found = place.found;
    while (place.cursor !== null) {
      place = await auditStore(ctx, place.cursor);
      found += place.found;
    }
    expect(found).toBe(1);
  });

  it('reports an entry posted into a closed month', async () => {
    const ctx = await oldBooks();
    await closeMonth(ctx);
    await book(ctx, '2026-01-20T00:00:00.000Z');

    expect((await findings(ctx)).map(({ why }) => why)).toContainEqual(expect.stringContaining('the journal has 220'));
  });
});
