import { describe, expect, it } from 'vitest';
import { auditRowsOf } from '#lib/audit/queries.ts';
import { Users } from '#lib/auth/collections.ts';
import { readSuperadmins } from '#lib/auth/superadmins.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import { asSuperadmin } from '#tests/support/staff.ts';
import { setRoleByOperator } from './operator-role.ts';

const address = 'boss@plaza.test';

describe('setRoleByOperator', () => {
  it('makes the first superadmin, raises their session epoch and writes an audit row', async () => {
    const ctx = await testContext();
    const { user } = await asUser(ctx, { email: address, emailKey: address });

    const outcome = await setRoleByOperator(ctx, 'Boss@PLAZA.test', 'superadmin');

    expect(outcome).toMatchObject({ previousRole: 'visitor', user: { id: user.id, role: 'superadmin' } });
    expect(await readSuperadmins(ctx.data)).toEqual([user.id]);
    expect((await ctx.data.need(Users, user.id)).data).toMatchObject({ role: 'superadmin', sessionEpoch: 1 });
    expect((await ctx.data.find(auditRowsOf(user.id, 10))).rows.map(({ data }) => data)).toMatchObject([
      {
        action: 'user.role-changed',
        via: 'system',
        actorId: null,
        before: { role: 'visitor' },
        after: { role: 'superadmin' },
        reason: 'From the command line',
      },
    ]);
  });

  it('changes nothing when the user already has the role', async () => {
    const ctx = await testContext();
    const { user } = await asUser(ctx, { email: address, emailKey: address, role: 'admin' });

    await setRoleByOperator(ctx, address, 'admin');

    expect((await ctx.data.need(Users, user.id)).data.sessionEpoch).toBe(0);
    expect((await ctx.data.find(auditRowsOf(user.id, 10))).rows).toEqual([]);
  });

  it('S36 rejects a demotion of the last superadmin', async () => {
    const ctx = await testContext();
    const root = await asSuperadmin(ctx);

    await expect(setRoleByOperator(ctx, root.user.email, 'visitor')).rejects.toMatchObject({ code: 'LastSuperadmin' });

    expect(await readSuperadmins(ctx.data)).toEqual([root.user.id]);
  });

  it('throws a 404 for an address without an account', async () => {
    const ctx = await testContext();

    await expect(setRoleByOperator(ctx, 'nobody@plaza.test', 'admin')).rejects.toMatchObject({ status: 404 });
  });
});
