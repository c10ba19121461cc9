import { describe, expect, it } from 'vitest';
import { auditRowsOf } from '#lib/audit/queries.ts';
import { Users } from '#lib/auth/collections.ts';
import { readSuperadmins } from '#lib/auth/superadmins.ts';
import type { CurrentSession, UserContext } from '#lib/context/context.ts';
import { MINUTE_MS } from '#lib/core/time.ts';
import { newestFirst } from '#lib/notifications/queries.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import { asSuperadmin } from '#tests/support/staff.ts';
import { changeRole } from './roles.ts';

const refusal = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'ok',
    (error) => `${error.status} ${error.code}`,
  );
const recordOf = async (ctx: UserContext, userId: string) =>
  (await ctx.data.find(auditRowsOf(userId, 20))).rows.map(({ data }) => data);
const notificationsOf = async (ctx: Pick<UserContext, 'data' | 'user'>) =>
  (await ctx.data.find(newestFirst({ userId: ctx.user.id }, 10))).rows.map(
    ({ data: { type, priority, title, message } }) => [type, priority, title, message],
  );

describe('changeRole', () => {
  it('changes the role and writes an audit row with the actor, both roles and the reason', async () => {
    const world = await testContext();
    const [admin, { user }] = [await asUser(world, { role: 'admin' }), await asUser(world)];

    const answer = await changeRole(admin, user.id, { role: 'member', reason: 'long-standing' });

    const [record, ...others] = await recordOf(admin, user.id);
    expect(answer).toMatchObject({ previousRole: 'visitor', user: { id: user.id, role: 'member' } });
    expect(answer.user).not.toHaveProperty('sessionEpoch');
    expect(others).toEqual([]);
    expect(record).toMatchObject({
      actorId: admin.user.id,
      actorRole: 'admin',
      via: 'session',
      action: 'user.role-changed',
      targetType: 'user',
      before: { role: 'visitor' },
      after: { role: 'member' },
      reason: 'long-standing',
      result: 'ok',
      requestId: admin.requestId,
    });
  });

  it('returns the current state for an unchanged role, without a write or a second audit row', async () => {
    const world = await testContext();
    const [admin, { user }] = [await asUser(world, { role: 'admin' }), await asUser(world)];
    await changeRole(admin, user.id, { role: 'admin' });
    const before = await world.data.need(Users, user.id);

    const again = await changeRole(admin, user.id, { role: 'admin' });

    expect(again).toMatchObject({ previousRole: 'admin', user: { role: 'admin' } });
    expect((await world.data.need(Users, user.id)).version).toBe(before.version);
    expect(await recordOf(admin, user.id)).toHaveLength(1);
  });

  it('writes an audit row for a rejected attempt', async () => {
    const world = await testContext();
    const [admin, peer] = [await asUser(world, { role: 'admin' }), await asUser(world, { role: 'admin' })];

    const outcome = await refusal(changeRole(admin, peer.user.id, { role: 'visitor' }));

    const [record] = await recordOf(admin, peer.user.id);
    expect(outcome).toBe('403 RankTooLow');
    expect(record).toMatchObject({
      result: 'denied',
      actorId: admin.user.id,
      after: { role: 'visitor', refusedBy: 'RankTooLow' },
    });
    expect((await world.data.need(Users, peer.user.id)).data.role).toBe('admin');
  });

  it('notifies every superadmin of a new admin or superadmin, in their language, and of no other role', async () => {
    const world = await testContext();
    const [root, target] = [await asSuperadmin(world), await asSuperadmin(world)];
    await world.data.update(Users, target.user.id, { locale: 'uk' });
    const [{ user }, { user: chief }] = [await asUser(world, { name: 'Anna' }), await asUser(world)];

    await changeRole(root, user.id, { role: 'member' });
    await changeRole(root, user.id, { role: 'admin' });
    await changeRole(root, user.id, { role: 'admin' });
    await world.drain();
    world.clock.advance(MINUTE_MS);
    await changeRole(root, chief.id, { role: 'superadmin' });
    await changeRole(root, user.id, { role: 'visitor' });

    await world.drain();
    expect(await notificationsOf(root)).toEqual([
      ['SYSTEM', 'high', 'New superadmin', `The account ${chief.id} was made a superadmin.`],
      ['SYSTEM', 'high', 'New administrator', `The account ${user.id} was made an administrator.`],
    ]);
    expect((await notificationsOf(target)).map(([, , title]) => title)).toEqual([
      'Новий суперадміністратор',
      'Новий адміністратор',
    ]);
    expect(await notificationsOf({ ...world, user: chief })).toHaveLength(1);
    expect(await notificationsOf({ ...world, user })).toEqual([]);
  });

  it('S5 raises the session epoch only on a demotion and on a promotion into the admin ranks', async () => {
    const world = await testContext();
    const root = await asSuperadmin(world);
    const { user } = await asUser(world);
    const epochs: number[] = [];

    for (const role of ['member', 'confidential', 'member', 'admin', 'superadmin', 'admin', 'visitor'] as const) {
      await changeRole(root, user.id, { role });
      epochs.push((await world.data.need(Users, user.id)).data.sessionEpoch);
    }

    expect(epochs).toEqual([0, 0, 1, 2, 2, 3, 4]);
  });

  it('S36 accepts one of two concurrent demotions between two superadmins', async () => {
    const world = await testContext();
    const [first, second] = [await asSuperadmin(world), await asSuperadmin(world)];

    const outcomes = await Promise.all([
      refusal(changeRole(first, second.user.id, { role: 'visitor' })),
      refusal(changeRole(second, first.user.id, { role: 'visitor' })),
    ]);

    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
    expect(await readSuperadmins(world.data)).toHaveLength(1);
  });

  it('S36 keeps at least one superadmin when five demote one another concurrently', async () => {
    const world = await testContext();
    const everyone: UserContext[] = [];
    for (let n = 0; n < 5; n++) everyone.push(await asSuperadmin(world));

    await Promise.all(
      everyone.flatMap((actor) =>
        everyone.map((target) => refusal(changeRole(actor, target.user.id, { role: 'member' }))),
      ),
    );

    const roles = await Promise.all(
      everyone.map(async ({ user }) => (await world.data.need(Users, user.id)).data.role),
    );
    const left = everyone.filter((_, i) => roles[i] === 'superadmin').map(({ user }) => user.id);
    expect(left.length).toBeGreaterThanOrEqual(1);
    expect([...(await readSuperadmins(world.data))].sort()).toEqual(left.sort());
  });

  it('S36 lowers other roles also where nobody is a superadmin', async () => {
    const world = await testContext();
    const [admin, { user }] = [await asUser(world, { role: 'admin' }), await asUser(world, { role: 'confidential' })];

    expect(await refusal(changeRole(admin, user.id, { role: 'visitor' }))).toBe('ok');
    expect(await readSuperadmins(world.data)).toEqual([]);
  });

  it('leaves a restricted user out of the active superadmins', async () => {
    const world = await testContext();
    const [root, { user }] = [await asSuperadmin(world), await asUser(world, { status: 'restricted' })];

    await changeRole(root, user.id, { role: 'superadmin' });

    expect(await readSuperadmins(world.data)).toEqual([root.user.id]);
  });

  it('S4 checks the actor’s current role, not the role their request was authenticated with', async () => {
    const world = await testContext();
    const [root, other, third] = [await asSuperadmin(world), await asSuperadmin(world), await asSuperadmin(world)];
    await changeRole(root, other.user.id, { role: 'visitor' });

    const outcome = await refusal(changeRole(other, third.user.id, { role: 'visitor' }));

    expect(outcome).toBe('403 RankTooLow');
  });

  it('rejects an actor restricted since their request was authenticated', async () => {
    const world = await testContext();
    const [, other, third] = [await asSuperadmin(world), await asSuperadmin(world), await asSuperadmin(world)];
    await world.data.update(Users, other.user.id, { status: 'restricted' });

    expect(await refusal(changeRole(other, third.user.id, { role: 'visitor' }))).toBe('403 AccountRestricted');
  });

  it('throws a 404 for a deleted or missing account', async () => {
    const world = await testContext();
    const [admin, gone] = [await asUser(world, { role: 'admin' }), await asUser(world, { status: 'deleted' })];

    expect(await refusal(changeRole(admin, gone.user.id, { role: 'member' }))).toContain('404');
    expect(await refusal(changeRole(admin, 'usr_missing', { role: 'member' }))).toContain('404');
  });

  it('requires a fresh step-up to grant the admin role when ADMIN_STEP_UP is on', async () => {
    const world = await testContext({ vars: { ADMIN_STEP_UP: 'on' } });
    const [admin, { user }] = [await asUser(world, { role: 'admin' }), await asUser(world)];
    const session: CurrentSession = {
      id: 'ses_a',
      createdAt: '2026-03-02T10:00:00.000Z',
      expiresAt: '2026-03-02T22:00:00.000Z',
      idleExpiresAt: '2026-03-02T12:00:00.000Z',
      stepUpUntil: null,
    };
    const fresh = { ...session, stepUpUntil: '2026-03-02T10:15:00.000Z' };

    const outcomes = [
      await refusal(changeRole({ ...admin, session }, user.id, { role: 'member' })),
      await refusal(changeRole({ ...admin, session }, user.id, { role: 'admin' })),
      await refusal(changeRole({ ...admin, session: fresh }, user.id, { role: 'admin' })),
    ];

    expect(outcomes).toEqual(['ok', '403 StepUpRequired', 'ok']);
  });
});
