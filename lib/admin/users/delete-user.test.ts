import { describe, expect, it } from 'vitest';
import { auditRowsOf } from '#lib/audit/queries.ts';
import { EmailLoginTokens, LoginAddresses, UserEmails, UserHandles, Users } from '#lib/auth/collections.ts';
import { emailClaimId } from '#lib/auth/email-key.ts';
import { browserNameOf } from '#lib/auth/login-secrets.ts';
import { startLogin } from '#lib/auth/start-login.ts';
import { readSuperadmins } from '#lib/auth/superadmins.ts';
import { handleClaimId, updateProfile } from '#lib/auth/users.ts';
import { DAY_MS, HOUR_MS } from '#lib/core/time.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import { asSuperadmin } from '#tests/support/staff.ts';
import { everyRow } from '#tests/support/world.ts';
import { deleteUser } from './delete-user.ts';

const refusal = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'ok',
    (error) => `${error.status} ${error.code}`,
  );

describe('deleteUser', () => {
  it('blanks the identity, frees address and handle, raises the session epoch and deletes login tokens', async () => {
    const world = await testContext();
    const admin = await asUser(world, { role: 'admin' });
    const owner = await asUser(world, { email: 'a@plaza.test', emailKey: 'a@plaza.test', name: 'Anna', bio: 'me' });
    await updateProfile(owner, { handle: 'anna' });
    await startLogin(world, { email: 'a@plaza.test', purpose: 'sign-in' }, browserNameOf(null));

    const answer = await deleteUser(admin, owner.user.id);

    expect(answer).toEqual({
      success: true,
      userId: owner.user.id,
      status: 'deleted',
      purgeBy: new Date(world.now().getTime() + DAY_MS).toISOString(),
    });
    expect((await world.data.need(Users, owner.user.id)).data).toMatchObject({
      status: 'deleted',
      email: '',
      emailKey: '',
      name: '',
      handle: null,
      avatarUrl: null,
      bio: '',
      sessionEpoch: 1,
    });
    expect(await world.data.get(UserEmails, emailClaimId('a@plaza.test'))).toBeUndefined();
    expect(await world.data.get(UserHandles, handleClaimId('anna'))).toBeUndefined();
    expect([
      ...(await everyRow(world.data, EmailLoginTokens)),
      ...(await everyRow(world.data, LoginAddresses)),
    ]).toEqual([]);
  });

  it('returns the same response when repeated, with a single audit row', async () => {
    const world = await testContext();
    const [admin, { user }] = [await asUser(world, { role: 'admin' }), await asUser(world)];

    const first = await deleteUser(admin, user.id);
    world.clock.advance(HOUR_MS);
    const again = await deleteUser(admin, user.id);

    expect(again).toEqual(first);
    expect((await world.data.find(auditRowsOf(user.id, 10))).rows.map(({ data }) => data.action)).toEqual([
      'user.deleted',
    ]);
  });

  it('writes one audit row when two admins delete the same account concurrently', async () => {
    const world = await testContext();
    const [first, second] = [await asUser(world, { role: 'admin' }), await asUser(world, { role: 'admin' })];
    const { user } = await asUser(world);

    const answers = await Promise.all([deleteUser(first, user.id), deleteUser(second, user.id)]);

    expect(answers[0]).toEqual(answers[1]);
    expect((await world.data.find(auditRowsOf(user.id, 10))).rows).toHaveLength(1);
  });

  it('rejects self-deletion and, for admins, targets of the same rank or above', async () => {
    const world = await testContext();
    const [admin, root] = [await asUser(world, { role: 'admin' }), await asSuperadmin(world)];
    const [peer, superadmin] = [await asUser(world, { role: 'admin' }), await asSuperadmin(world)];

    const outcomes = [
      await refusal(deleteUser(admin, admin.user.id)),
      await refusal(deleteUser(admin, peer.user.id)),
      await refusal(deleteUser(admin, root.user.id)),
      await refusal(deleteUser(root, peer.user.id)),
      await refusal(deleteUser(root, superadmin.user.id)),
      await refusal(deleteUser(root, root.user.id)),
      await refusal(deleteUser(admin, 'usr_missing')),
    ];

    expect(outcomes).toEqual([
      '403 SelfDelete',
      '403 RankTooLow',
      '403 RankTooLow',
      'ok',
      'ok',
      '403 SelfDelete',
      '404 NOT_FOUND',
    ]);
    expect(await readSuperadmins(world.data)).toEqual([root.user.id]);
  });

  it('S36 keeps one superadmin when two delete each other concurrently', async () => {
    const world = await testContext();
    const [first, second] = [await asSuperadmin(world), await asSuperadmin(world)];

    const outcomes = await Promise.all([
      refusal(deleteUser(first, second.user.id)),
      refusal(deleteUser(second, first.user.id)),
    ]);

    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
    expect(await readSuperadmins(world.data)).toHaveLength(1);
  });

  it('throws StepUpRequired without a fresh step-up when ADMIN_STEP_UP is on', async () => {
    const world = await testContext({ vars: { ADMIN_STEP_UP: 'on' } });
    const [admin, { user }] = [await asUser(world, { role: 'admin' }), await asUser(world)];

    expect(await refusal(deleteUser(admin, user.id))).toBe('403 StepUpRequired');
  });
});
