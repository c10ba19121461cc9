import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DAY_MS, after as momentAfter } from '#lib/core/time.ts';
import { collection } from '#lib/data/collection.ts';
import { enqueue, giveUp, Outbox, outboxRow, topic } from '#lib/data/outbox.ts';
import { claimDue, OTHERS_AFTER_MS, OUTBOX_LEASE_MS } from '#lib/data/outbox-lease.ts';
import { ANY_PROCESS, noteDrainer, rowOwner } from '#lib/data/outbox-owner.ts';
import { OUTBOX_TRIES, pauseAfter, reclaimLost, settleDone, settleFailed } from '#lib/data/outbox-settle.ts';
import { from } from '#lib/data/query.ts';
import type { Store } from '#lib/data/store.ts';
import { appliedButRepeated } from '#tests/support/applied-but-repeated.ts';
import { type TestContext, testContext } from '#tests/support/context.ts';

const payload = z.object({ orderId: z.string() });
const mail = topic('mail', payload);
const compact = topic('compact', payload, { coalesce: true });
const login = topic('login', payload, { sealed: true });

const promise = (ctx: TestContext, of = mail, cause: { key?: string; availableAt?: string } = {}) =>
  ctx.data.tx(async (t) => enqueue(t, of, { orderId: 'ord_1' }, { now: ctx.now(), ...cause }));
const rowsOf = async (ctx: TestContext, status: 'waiting' | 'leased' | 'done' | 'dead') =>
  (await ctx.data.find(from(Outbox).where('status', '==', status).orderBy('availableAt').limit(50))).rows;
const first = <T>(list: readonly T[]): T => {
  const [item] = list;
  if (item === undefined) throw new Error('nothing there');
  return item;
};
const isSealed = (name: string) => name === login.name;
const quick = { jitter: 0, sealed: false };

describe('enqueue', () => {
  it('stores no effect when its transaction fails', async () => {
    const ctx = await testContext();

    const failed = ctx.data.tx(async (t) => {
      enqueue(t, mail, { orderId: 'ord_1' }, { now: ctx.now() });
      throw new Error('no');
    });

    await expect(failed).rejects.toThrow('no');
    expect(await rowsOf(ctx, 'waiting')).toEqual([]);
  });

  it('rejects a second effect with the same topic and key with EXISTS', async () => {
    const ctx = await testContext();
    await promise(ctx, mail, { key: 'ord_1:paid' });

    await expect(promise(ctx, mail, { key: 'ord_1:paid' })).rejects.toMatchObject({ code: 'EXISTS' });
    await promise(ctx, login, { key: 'ord_1:paid' });
    expect(await rowsOf(ctx, 'waiting')).toHaveLength(2);
  });

  it('stores one row for all effects with the same key that have not run yet', async () => {
    const ctx = await testContext();
    for (let i = 0; i < 3; i++) await promise(ctx, compact, { key: 'prd_1' });
    await promise(ctx, compact, { key: 'prd_2' });

    expect(await rowsOf(ctx, 'waiting')).toHaveLength(2);
  });

  it('rejects an invalid payload, and a coalesced topic without a key', async () => {
    const ctx = await testContext();
    const wrong = ctx.data.tx(async (t) => enqueue(t, mail, {} as never, { now: ctx.now() }));

    await expect(wrong).rejects.toMatchObject({ code: 'INVALID' });
    await expect(promise(ctx, compact)).rejects.toMatchObject({ code: 'INVALID' });
  });
});

describe('claimDue', () => {
  it('gives each row to only one of several simultaneous drainers', async () => {
    const ctx = await testContext();
    for (let i = 0; i < 6; i++) await promise(ctx);

    const claims = await Promise.all([claimDue(ctx, 4), claimDue(ctx, 4), claimDue(ctx, 4)]);

    const ids = claims.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(await rowsOf(ctx, 'leased')).toHaveLength(ids.length);
  });

  it('returns a row whose claim was applied but repeated', async () => {
    const ctx = await testContext();
    await promise(ctx);

    const claimed = await claimDue({ ...ctx, data: appliedButRepeated(ctx.data) }, 1);

    expect(claimed.map(({ data }) => data.attempts)).toEqual([1]);
    expect(await settleDone(ctx, first(claimed), { sealed: false })).toBe(true);
  });

  it('claims only rows that are due, the earliest first', async () => {
    const ctx = await testContext();
    await promise(ctx, mail, { key: 'later', availableAt: momentAfter(ctx.now(), 5_000) });
    await promise(ctx, mail, { key: 'now' });
    await promise(ctx, mail, { key: 'overdue', availableAt: momentAfter(ctx.now(), -5_000) });

    const claimed = await claimDue(ctx, 10);
    ctx.clock.advance(5_000);
    const rest = await claimDue(ctx, 10);

    expect([claimed, rest].map((rows) => rows.map(({ data }) => data.dedupeKey))).toEqual([
      ['overdue', 'now'],
      ['later'],
    ]);
  });
});

describe('the owner of an outbox row', () => {
  const owned = (ctx: TestContext, owner: string) =>
    ctx.data.batch((write) =>
      enqueue(
        { ...write, create: (of, id, row) => write.create(of, id, { ...row, owner }) },
        mail,
        { orderId: 'ord_1' },
        { now: ctx.now() },
      ),
    );
  const others = { othersAfterMs: OTHERS_AFTER_MS };

  it('lets other processes claim the row only when it is ten seconds late', async () => {
    const ctx = await testContext();
    await owned(ctx, 'run_other');

    expect(await claimDue(ctx, 1)).toEqual([]);
    ctx.clock.advance(OTHERS_AFTER_MS - 1);
    expect(await claimDue(ctx, 1, others)).toEqual([]);
    ctx.clock.advance(1);

    expect(await claimDue(ctx, 1)).toEqual([]);
    expect(await claimDue(ctx, 1, others)).toHaveLength(1);
  });

  it('is the process with a running drainer, and any process when no drainer runs', async () => {
    const ctx = await testContext();
    await promise(ctx);
    const noteEnd = noteDrainer();
    await promise(ctx);
    noteEnd();
    await promise(ctx);

    const owners = (await rowsOf(ctx, 'waiting')).map(({ data }) => data.owner);

    expect(owners.filter((owner) => owner === ANY_PROCESS)).toHaveLength(2);
    expect(new Set(owners).size).toBe(2);
    expect(await claimDue(ctx, 3)).toHaveLength(3);
  });

  it('becomes the process whose attempt failed, or the process that found the lost lease', async () => {
    const ctx = await testContext();
    const noteEnd = noteDrainer();
    try {
      await owned(ctx, 'run_other');
      ctx.clock.advance(OTHERS_AFTER_MS);
      await claimDue(ctx, 1, others);
      ctx.clock.advance(OUTBOX_LEASE_MS);
      await reclaimLost(ctx, isSealed);
      const found = first(await rowsOf(ctx, 'waiting')).data.owner;
      await settleFailed(ctx, first(await claimDue(ctx, 1)), new Error('down'), quick);

      expect([found, first(await rowsOf(ctx, 'waiting')).data.owner]).toEqual([rowOwner(), rowOwner()]);
    } finally {
      noteEnd();
    }
  });

  it('is any process for a row written by an earlier version', async () => {
    const ctx = await testContext();
    await promise(ctx);
    const { id, data } = first(await rowsOf(ctx, 'waiting'));
    const { owner: _, ...earlier } = data;
    const schema = outboxRow.omit({ owner: true });
    await ctx.data.set(collection('outbox', { label: 'Effect', schema, indexes: [], ttl: 'expiresAt' }), id, earlier);
    ctx.clock.advance(OTHERS_AFTER_MS);

    const claimed = await claimDue(ctx, 1, others);

    expect(claimed.map((row) => row.id)).toEqual([id]);
    expect(await settleDone(ctx, first(claimed), quick)).toBe(true);
    expect((await ctx.data.need(Outbox, id)).data).toEqual({
      ...earlier,
      owner: null,
      status: 'done',
      attempts: 1,
      fence: 1,
      availableAt: momentAfter(ctx.now(), OUTBOX_LEASE_MS),
      doneAt: ctx.now().toISOString(),
      expiresAt: momentAfter(ctx.now(), 7 * DAY_MS),
    });
  });
});

describe('settling an effect', () => {
  it('keeps a done row for a week', async () => {
    const ctx = await testContext();
    await promise(ctx);

    expect(await settleDone(ctx, first(await claimDue(ctx, 1)), quick)).toBe(true);

    expect(first(await rowsOf(ctx, 'done')).data).toMatchObject({ doneAt: ctx.now().toISOString(), leaseOwner: null });
    ctx.clock.advance(7 * 86_400_000);
    expect(await rowsOf(ctx, 'done')).toEqual([]);
  });

  it('clears the payload of a sealed topic, both done and dead', async () => {
    const ctx = await testContext();
    await promise(ctx, login, { key: 'a' });
    await promise(ctx, login, { key: 'b' });
    const [done, failing] = await claimDue(ctx, 2);
    if (!done || !failing) throw new Error('nothing claimed');

    await settleDone(ctx, done, { sealed: true });
    await settleFailed(ctx, failing, giveUp('the address is gone'), { jitter: 0, sealed: true });

    expect(first(await rowsOf(ctx, 'done')).data.payload).toBeNull();
    expect(first(await rowsOf(ctx, 'dead')).data.payload).toBeNull();
  });

  it('retries after 10, 20, 40 … seconds, and marks the row dead after the eighth attempt', async () => {
    const ctx = await testContext();
    await promise(ctx);
    const pauses: number[] = [];

    for (let attempt = 1; attempt <= OUTBOX_TRIES; attempt++) {
      const claimed = first(await claimDue(ctx, 1));
      const outcome = await settleFailed(ctx, claimed, new Error('down'), { jitter: 0.5, sealed: false });
      expect(outcome).toBe(attempt === OUTBOX_TRIES ? 'dead' : 'retry');
      if (outcome === 'dead') break;
      const { availableAt } = first(await rowsOf(ctx, 'waiting')).data;
      pauses.push((Date.parse(availableAt) - ctx.now().getTime()) / 1000);
      ctx.clock.advance(Date.parse(availableAt) - ctx.now().getTime());
    }

    expect(pauses).toEqual([10, 20, 40, 80, 160, 320, 640]);
    expect([pauseAfter(1, 0), pauseAfter(1, 1)]).toEqual([7_500, 12_500]);
    expect(await claimDue(ctx, 1)).toEqual([]);
  });

  it('marks the row dead at once when no retry can succeed', async () => {
    const ctx = await testContext();
    await promise(ctx);

    expect(await settleFailed(ctx, first(await claimDue(ctx, 1)), giveUp('no such address'), quick)).toBe('dead');

    expect(first(await rowsOf(ctx, 'dead')).data.lastError).toBe('GIVE_UP: no such address');
  });

  it('stores the name and code of an unknown error, never its message', async () => {
    const ctx = await testContext();
    await promise(ctx);
    const strange = Object.assign(new TypeError('mail to ann@example.com failed'), { code: 'ECONNRESET' });

    await settleFailed(ctx, first(await claimDue(ctx, 1)), strange, quick);

    expect(first(await rowsOf(ctx, 'waiting')).data.lastError).toBe('TypeError ECONNRESET');
  });

  it('does not change a row that a newer cause has set back to waiting', async () => {
    const ctx = await testContext();
    await promise(ctx, compact, { key: 'prd_1' });
    const claimed = first(await claimDue(ctx, 1));
    await promise(ctx, compact, { key: 'prd_1' });

    expect(await settleDone(ctx, claimed, quick)).toBe(false);
    expect(await settleFailed(ctx, claimed, new Error('down'), quick)).toBe('lost');

    expect(await rowsOf(ctx, 'waiting')).toHaveLength(1);
  });

  it('does not change a row that a newer cause sets back to waiting meanwhile', async () => {
    const ctx = await testContext();
    await promise(ctx, compact, { key: 'prd_1' });
    const claimed = first(await claimDue(ctx, 1));
    const data: Store = {
      ...ctx.data,
      async get(from, id) {
        const row = await ctx.data.get(from, id);
        await promise(ctx, compact, { key: 'prd_1' });
        return row;
      },
    };

    expect(await settleDone({ ...ctx, data }, claimed, quick)).toBe(false);

    expect(await rowsOf(ctx, 'waiting')).toHaveLength(1);
  });

  it('uses no transaction, and neither does claiming', async () => {
    const ctx = await testContext();
    await promise(ctx);
    const data: Store = { ...ctx.data, tx: () => Promise.reject(new Error('a transaction')) };

    const claimed = first(await claimDue({ ...ctx, data }, 1));

    expect(await settleDone({ ...ctx, data }, claimed, quick)).toBe(true);
  });

  it('does not change a row held by another claim with the same attempt number', async () => {
    const ctx = await testContext();
    await promise(ctx, compact, { key: 'prd_1' });
    const slow = first(await claimDue(ctx, 1));
    await promise(ctx, compact, { key: 'prd_1' });
    const quickOne = first(await claimDue(ctx, 1));
    expect([slow.data.attempts, quickOne.data.attempts]).toEqual([1, 1]);

    expect(await settleDone(ctx, slow, quick)).toBe(false);
    expect(await settleDone(ctx, quickOne, quick)).toBe(true);
  });
});

describe('reclaimLost', () => {
  it('takes over the effect of an ended process when its lease expires, not before', async () => {
    const ctx = await testContext();
    await promise(ctx);
    await claimDue(ctx, 1);

    ctx.clock.advance(OUTBOX_LEASE_MS - 1);
    expect(await reclaimLost(ctx, isSealed)).toEqual({ found: 0, dead: 0 });
    ctx.clock.advance(1);
    expect(await reclaimLost(ctx, isSealed)).toEqual({ found: 1, dead: 0 });

    expect(first(await claimDue(ctx, 1)).data.attempts).toBe(2);
  });

  it('marks an effect dead after eight lost leases', async () => {
    const ctx = await testContext();
    await promise(ctx);
    for (let attempt = 0; attempt < OUTBOX_TRIES; attempt++) {
      await claimDue(ctx, 1);
      ctx.clock.advance(OUTBOX_LEASE_MS);
      await reclaimLost(ctx, isSealed);
    }

    expect(await claimDue(ctx, 1)).toEqual([]);
    expect(first(await rowsOf(ctx, 'dead')).data.attempts).toBe(OUTBOX_TRIES);
  });

  it('clears the payload of a sealed effect after eight lost leases, and logs an error', async () => {
    const ctx = await testContext();
    await promise(ctx, login);
    for (let attempt = 0; attempt < OUTBOX_TRIES; attempt++) {
      await claimDue(ctx, 1);
      ctx.clock.advance(OUTBOX_LEASE_MS);
      await reclaimLost(ctx, isSealed);
    }

    const dead = first(await rowsOf(ctx, 'dead'));

    expect(dead.data).toMatchObject({ topic: 'login', payload: null });
    expect(ctx.lines.filter(({ event }) => event === 'outbox.dead')).toMatchObject([{ level: 'error' }]);
  });
});
