import { describe, expect, it } from 'vitest';
import { auditRow } from '#lib/audit/audit.ts';
import { AuditChain, AuditFindings, AuditLog, AuditSealRows, AuditSeals } from '#lib/audit/collections.ts';
import { hourAfter } from '#lib/audit/seals/hours.ts';
import { readHour, StoredAuditRows } from '#lib/audit/seals/sealed-rows.ts';
import { writeSuperadmins } from '#lib/auth/superadmins.ts';
import { HOUR_MS, hourOf, MINUTE_MS } from '#lib/core/time.ts';
import type { Store } from '#lib/data/store.ts';
import { Notifications } from '#lib/notifications/collections.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { everyRow } from '#tests/support/world.ts';
import { runProcess } from './process-runner.ts';
import { processes } from './processes.ts';

const run = async (ctx: TestContext, id: 'audit-seal' | 'audit-verify') => {
  const process = processes.find((process) => process.id === id);
  if (!process) throw new Error(`no process ${id}`);
  return runProcess(ctx, process, { trigger: 'manual' });
};

/** Inserts audit rows at this moment. */
async function act(ctx: TestContext, count = 1): Promise<void> {
  await ctx.data.batch((write) => {
    for (let n = 0; n < count; n++)
      auditRow(write, ctx, { action: 'thing.changed', targetType: 'thing', targetId: `thg_${n}`, now: ctx.now() });
  });
}

/** A world with rows in three of five sealed hours. Hours are named by their place. */
async function sealedWorld() {
  const ctx = await testContext();
  const from = hourOf(ctx.now());
  ctx.clock.advance(HOUR_MS - (ctx.now().getTime() % HOUR_MS));
  for (const rows of [3, 0, 2, 0, 1]) {
    if (rows > 0) await act(ctx, rows);
    ctx.clock.advance(HOUR_MS);
  }
  ctx.clock.advance(10 * MINUTE_MS);
  expect(await run(ctx, 'audit-seal')).toMatchObject({ status: 'succeeded', counts: { done: 5 } });
  const rows = (await everyRow(ctx.data, AuditLog)).sort((a, b) => a.data.at.localeCompare(b.data.at));
  const hours = [1, 2, 3, 4, 5].map((n) => hourOf(new Date(Date.parse(`${from}:00:00.000Z`) + n * HOUR_MS)));
  return { ctx, rows, hours };
}

const findingsOf = async (ctx: TestContext) =>
  (await everyRow(ctx.data, AuditFindings)).map(({ data: { kind, hour, targetId } }) => ({ kind, hour, targetId }));

describe('audit-seal', () => {
  it('S64 seals every past hour, an empty one too, once it ended ten minutes ago', async () => {
    const { ctx, hours } = await sealedWorld();

    const seals = await everyRow(ctx.data, AuditSeals);
    expect(seals.map(({ id, data }) => [id, data.count])).toEqual(hours.map((hour, n) => [hour, [3, 0, 2, 0, 1][n]]));
    expect(seals.map(({ data }) => data.prevHash)).toEqual(['', ...seals.slice(0, -1).map(({ data }) => data.hash)]);
    expect((await run(ctx, 'audit-seal'))?.counts.done).toBe(0);
    ctx.clock.advance(HOUR_MS - 1);
    expect((await run(ctx, 'audit-seal'))?.counts.done).toBe(0);
    ctx.clock.advance(1);
    expect((await run(ctx, 'audit-seal'))?.counts.done).toBe(1);
  });

  it('S64 writes every hash to the log, where the database alone cannot change it', async () => {
    const { ctx } = await sealedWorld();

    const logged = ctx.lines.filter(({ event }) => event === 'audit.sealed').map(({ facts }) => facts);
    const seals = await everyRow(ctx.data, AuditSeals);
    expect(logged).toEqual(seals.map(({ id, data: { count, hash } }) => ({ hour: id, count, hash })));
  });

  it('has nothing to seal before the first row', async () => {
    const ctx = await testContext();

    expect(await run(ctx, 'audit-seal')).toMatchObject({ status: 'succeeded', counts: { done: 0 } });
    expect(await run(ctx, 'audit-verify')).toMatchObject({ status: 'succeeded' });
  });

  it('never replaces a seal: a chain set back to an earlier hour fails the run', async () => {
    const { ctx, hours } = await sealedWorld();
    const before = await everyRow(ctx.data, AuditSeals);
    await ctx.data.update(AuditChain, 'chain', { next: hours[2] ?? '' });

    expect((await run(ctx, 'audit-seal'))?.status).toBe('failed');
    expect(await everyRow(ctx.data, AuditSeals)).toEqual(before);
  });

  it('seals an hour with more rows than one document and one page hold, and names a row of it', async () => {
    const ctx = await testContext();
    for (let n = 0; n < 3; n++) await act(ctx, 400);
    ctx.clock.advance(2 * HOUR_MS);
    await run(ctx, 'audit-seal');
    const [row] = await everyRow(ctx.data, AuditLog);

    expect(await run(ctx, 'audit-verify')).toMatchObject({ status: 'succeeded' });
    await ctx.data.update(AuditLog, row?.id ?? '', { targetId: 'thg_other' });
    expect(await run(ctx, 'audit-verify')).toMatchObject({ status: 'failed' });
    expect(await findingsOf(ctx)).toMatchObject([{ kind: 'changed', targetId: row?.id }]);
  });
});

describe('audit-verify', () => {
  it('succeeds over untouched rows and notes how far it came', async () => {
    const { ctx, hours } = await sealedWorld();

    expect(await run(ctx, 'audit-verify')).toMatchObject({ status: 'succeeded', counts: { seen: 5, failed: 0 } });
    const { data } = await ctx.data.need(AuditChain, 'chain');
    expect(data).toMatchObject({ from: hours[0], verifiedUntil: data.next, verifiedAt: ctx.now().toISOString() });
  });

  it('S64 notes no hour that was sealed while it read', async () => {
    const { ctx, hours } = await sealedWorld();
    const last = hours.at(-1) ?? '';
    const get: Store['get'] = async (collection, id) => {
      const row = await ctx.data.get(collection, id);
      if (collection.name === AuditSeals.name && id === last) {
        ctx.clock.advance(HOUR_MS);
        await run(ctx, 'audit-seal');
      }
      return row;
    };

    await run({ ...ctx, data: { ...ctx.data, get } }, 'audit-verify');

    const { data } = await ctx.data.need(AuditChain, 'chain');
    expect(data).toMatchObject({ verifiedUntil: hourAfter(last), next: hourAfter(last, 2) });
  });

  it('S64 names a changed row, fails and notifies every superadmin once', async () => {
    const { ctx, rows, hours } = await sealedWorld();
    const superadmin = await asUser(ctx, { role: 'superadmin' });
    await ctx.data.batch((write) => writeSuperadmins(write, [superadmin.user.id]));
    const row = rows[3];
    await ctx.data.update(AuditLog, row?.id ?? '', { actorId: 'usr_somebody_else' });

    for (let times = 0; times < 2; times++) {
      ctx.clock.advance(MINUTE_MS);
      expect(await run(ctx, 'audit-verify')).toMatchObject({ status: 'failed', counts: { failed: 1 } });
    }

    expect(await findingsOf(ctx)).toEqual([{ kind: 'changed', hour: hours[2], targetId: row?.id }]);
    const notices = await everyRow(ctx.data, Notifications);
    expect(notices.map(({ data }) => [data.userId, data.template])).toEqual([
      [superadmin.user.id, 'operator.audit_differs'],
    ]);
  });

  it('S64 names a row that no longer fits its schema, and one with a field more', async () => {
    const { ctx, rows, hours } = await sealedWorld();
    const [first, second] = rows;
    const { via: _, ...unfit } = first?.data ?? { at: '' };
    await ctx.data.set(StoredAuditRows, first?.id ?? '', unfit as { at: string });
    await ctx.data.set(StoredAuditRows, second?.id ?? '', { ...second?.data, note: 'x' } as unknown as { at: string });

    await run(ctx, 'audit-verify');

    expect((await findingsOf(ctx)).sort((a, b) => a.targetId.localeCompare(b.targetId))).toEqual(
      [first, second]
        .map((row) => ({ kind: 'changed', hour: hours[0], targetId: row?.id }))
        .sort((a, b) => (a.targetId ?? '').localeCompare(b.targetId ?? '')),
    );
  });

  it('S64 names a deleted row', async () => {
    const { ctx, rows, hours } = await sealedWorld();
    await ctx.data.delete(AuditLog, rows[5]?.id ?? '');

    await run(ctx, 'audit-verify');

    expect(await findingsOf(ctx)).toEqual([{ kind: 'missing', hour: hours[4], targetId: rows[5]?.id }]);
  });

  it('S64 names rows that came into a sealed hour and before the first one', async () => {
    const { ctx, rows, hours } = await sealedWorld();
    const [first] = rows;
    if (!first) throw new Error('no row');
    await ctx.data.create(AuditLog, 'aud_late', { ...first.data, at: `${hours[1]}:30:00.000Z` });
    await ctx.data.create(AuditLog, 'aud_older', { ...first.data, at: '2020-01-01T00:00:00.000Z' });

    await run(ctx, 'audit-verify');

    expect((await findingsOf(ctx)).sort((a, b) => a.targetId.localeCompare(b.targetId))).toEqual([
      { kind: 'late', hour: hours[1], targetId: 'aud_late' },
      { kind: 'late', hour: hours[0], targetId: 'aud_older' },
    ]);
  });

  it('S64 finds a row given another time in both hours', async () => {
    const { ctx, rows, hours } = await sealedWorld();
    await ctx.data.update(AuditLog, rows[0]?.id ?? '', { at: `${hours[3]}:00:00.000Z` });

    await run(ctx, 'audit-verify');

    const targetId = rows[0]?.id;
    expect((await findingsOf(ctx)).sort((a, b) => a.kind.localeCompare(b.kind))).toEqual([
      { kind: 'changed', hour: hours[0], targetId },
      { kind: 'late', hour: hours[3], targetId },
    ]);
  });

  it.each([
    ['rewritten', (ctx: TestContext, hour: string) => ctx.data.update(AuditSeals, hour, { hash: 'another' })],
    ['unchained', (ctx: TestContext, hour: string) => ctx.data.update(AuditSeals, hour, { prevHash: 'another' })],
    ['removed', (ctx: TestContext, hour: string) => ctx.data.delete(AuditSeals, hour)],
    ['miscounted', (ctx: TestContext, hour: string) => ctx.data.update(AuditSeals, hour, { count: 7 })],
  ])('S64 finds the chain broken where a seal was %s', async (_, tamper) => {
    for (const place of [0, 2, 4]) {
      const { ctx, hours } = await sealedWorld();
      await tamper(ctx, hours[place] ?? '');

      expect((await run(ctx, 'audit-verify'))?.status).toBe('failed');

      const found = await findingsOf(ctx);
      expect(found).toContainEqual({ kind: 'broken-chain', hour: hours[place], targetId: hours[place] });
      expect(found.every(({ kind }) => kind === 'broken-chain')).toBe(true);
    }
  });

  it('S64 finds a row, its companion and its seal rewritten together by the next link', async () => {
    const { ctx, rows, hours } = await sealedWorld();
    const [hour, next] = [hours[2] ?? '', hours[3] ?? ''];
    await ctx.data.update(AuditLog, rows[3]?.id ?? '', { actorId: 'usr_somebody_else' });
    const { prevHash } = (await ctx.data.need(AuditSeals, hour)).data;
    const { hash, marks } = await readHour(ctx, hour, prevHash);
    await ctx.data.update(AuditSeals, hour, { hash });
    await ctx.data.update(AuditSealRows, `${hour}-0`, { rows: [...marks] });

    await run(ctx, 'audit-verify');

    expect(await findingsOf(ctx)).toEqual([{ kind: 'broken-chain', hour: next, targetId: next }]);
  });

  it('finds seals whose chain was removed', async () => {
    const { ctx } = await sealedWorld();
    await ctx.data.delete(AuditChain, 'chain');

    expect((await run(ctx, 'audit-verify'))?.status).toBe('failed');
    expect(await findingsOf(ctx)).toMatchObject([{ kind: 'broken-chain' }]);
  });

  it('walks more hours than one slice has, and finds what the last of them holds', async () => {
    const ctx = await testContext();
    await act(ctx);
    ctx.clock.advance(450 * HOUR_MS);
    await act(ctx);
    const [, last] = (await everyRow(ctx.data, AuditLog)).sort((a, b) => a.data.at.localeCompare(b.data.at));
    ctx.clock.advance(2 * HOUR_MS);
    expect((await run(ctx, 'audit-seal'))?.counts.done).toBeGreaterThan(450);
    await ctx.data.delete(AuditLog, last?.id ?? '');

    expect(await run(ctx, 'audit-verify')).toMatchObject({ status: 'failed' });
    expect(await findingsOf(ctx)).toMatchObject([{ kind: 'missing', targetId: last?.id }]);
  });
});
