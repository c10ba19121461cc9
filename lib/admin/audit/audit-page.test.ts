import { describe, expect, it } from 'vitest';
import { auditProcesses } from '#lib/admin/processes/audit-processes.ts';
import { auditRow } from '#lib/audit/audit.ts';
import { AuditLog } from '#lib/audit/collections.ts';
import { indexUsers } from '#lib/auth/user-index.ts';
import type { UserContext } from '#lib/context/context.ts';
import { HOUR_MS, MINUTE_MS } from '#lib/core/time.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { everyRow } from '#tests/support/world.ts';
import { actsQueryOf } from './act-filter.ts';
import { listNamedActs, sealStatus } from './audit-page.ts';

const act = (ctx: TestContext & UserContext, targetId: string) =>
  ctx.data.batch((write) =>
    auditRow(write, ctx, { action: 'thing.done', targetType: 'thing', targetId, now: ctx.now() }),
  );
const runAll = async (ctx: TestContext) => {
  for (const process of auditProcesses) await process.run(ctx, null);
};

describe('the audit page', () => {
  it('shows the acts of a person by id and by exact address, with the current name', async () => {
    const ctx = await testContext();
    const olena = await asUser(ctx, { name: 'Olena', role: 'admin' });
    await act(olena, 'thg_1');
    await act(await asUser(ctx, { role: 'admin' }), 'thg_2');

    for (const actor of [olena.user.id, olena.user.email]) {
      const { acts } = await listNamedActs(ctx, { actor }, { limit: 50 });
      expect(acts.map(({ targetId, actorName }) => [targetId, actorName])).toEqual([['thg_1', 'Olena']]);
    }
    expect(await listNamedActs(ctx, { actor: 'nobody@plaza.test' }, { limit: 50 })).toMatchObject({
      ...{ acts: [], candidates: [] },
    });
  });

  it('finds an actor by a name that one account has, and names the accounts that share one', async () => {
    const ctx = await testContext();
    const [iryna, oleh, other] = await Promise.all(
      ['Iryna Hrytsenko', 'Oleh Bondar', 'Oleh Kravets'].map((name) => asUser(ctx, { name, role: 'admin' })),
    );
    if (!iryna || !oleh || !other) throw new Error('no people');
    await indexUsers(
      ctx,
      [iryna, oleh, other].map(({ user }) => user.id),
    );
    await act(iryna, 'thg_1');

    const single = await listNamedActs(ctx, { actor: 'hrytsenko' }, { limit: 50 });
    const several = await listNamedActs(ctx, { actor: 'oleh' }, { limit: 50 });

    expect(single.acts.map(({ targetId }) => targetId)).toEqual(['thg_1']);
    expect(several.acts).toEqual([]);
    expect(several.candidates?.map(({ id }) => id).sort()).toEqual([oleh.user.id, other.user.id].sort());
  });

  it('includes both days of a span', async () => {
    const ctx = await testContext();
    const admin = await asUser(ctx, { role: 'admin' });
    for (let day = 0; day < 4; day++) {
      await act(admin, `thg_${day}`);
      ctx.clock.advance(24 * HOUR_MS);
    }

    const { acts } = await listNamedActs(ctx, { from: '2026-03-03', to: '2026-03-04' }, { limit: 50 });

    expect(acts.map(({ targetId }) => targetId)).toEqual(['thg_2', 'thg_1']);
  });

  it('ignores what no filter can be', () => {
    expect(actsQueryOf({ result: 'gone', from: 'yesterday', actor: '', action: 'a.done', cursor: 'x' })).toEqual({
      action: 'a.done',
    });
  });

  it('says how far the log is sealed and verified, and names what differs', async () => {
    const ctx = await testContext();
    expect(await sealStatus(ctx)).toEqual({ sealedUntil: null, verifiedUntil: null, found: 0, findings: [] });
    await act(await asUser(ctx, { role: 'admin' }), 'thg_1');
    ctx.clock.advance(HOUR_MS + 10 * MINUTE_MS);
    await runAll(ctx);
    const sound = await sealStatus(ctx);
    const [row] = await everyRow(ctx.data, AuditLog);
    await ctx.data.update(AuditLog, row?.id ?? '', { action: 'thing.undone' });
    await runAll(ctx);

    const until = '2026-03-02T11:00:00.000Z';
    expect(sound).toEqual({ sealedUntil: until, verifiedUntil: until, found: 0, findings: [] });
    expect(await sealStatus(ctx)).toMatchObject({
      ...{ sealedUntil: until, verifiedUntil: until, found: 1 },
      findings: [{ kind: 'changed', hour: '2026-03-02T10', targetId: row?.id }],
    });
  });
});
