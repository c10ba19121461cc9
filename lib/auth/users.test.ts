import { describe, expect, it } from 'vitest';
import { newId } from '#lib/core/ids.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import { UserHandles, Users } from './collections.ts';
import { createUser, findUserByEmail, getStandingUser, getUser, handleClaimId, updateProfile } from './users.ts';

describe('an account', () => {
  it('is found by its address in any spelling and by no other address', async () => {
    const ctx = await testContext();
    const { user } = await asUser(ctx, { email: 'Anna@Bücher.example', emailKey: 'anna@xn--bcher-kva.example' });

    const found = await Promise.all(
      [
        'anna@bücher.example',
        ' ANNA@BÜCHER.EXAMPLE ',
        'anna@xn--bcher-kva.example',
        'ann.a@bücher.example',
        'nonsense',
      ].map((email) => findUserByEmail(ctx.data, email)),
    );

    expect(found.map((row) => row?.id ?? null)).toEqual([user.id, user.id, user.id, null, null]);
  });

  it('is created once when two transactions create an account for the same address concurrently', async () => {
    const ctx = await testContext();
    const make = () =>
      ctx.data.tx(async (t) =>
        createUser(
          t,
          { id: newId('user'), email: 'a@plaza.test', emailKey: 'a@plaza.test', locale: 'en', role: 'visitor' },
          ctx.now(),
        ),
      );

    const results = await Promise.allSettled([make(), make()]);

    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('is returned by getUser but not by getStandingUser after its deletion', async () => {
    const ctx = await testContext();
    const { user } = await asUser(ctx, { status: 'deleted' });

    expect((await getUser(ctx.data, user.id)).status).toBe('deleted');
    await expect(getStandingUser(ctx.data, user.id)).rejects.toMatchObject({ status: 404 });
    await expect(getUser(ctx.data, 'usr_missing')).rejects.toMatchObject({ status: 404 });
  });
});

describe('updateProfile', () => {
  it('updates the named fields and keeps the name and the role', async () => {
    const ctx = await asUser(await testContext(), { name: 'Anna', bio: 'old' });

    const answer = await updateProfile(ctx, { bio: 'new', locale: 'uk' });

    const { data } = await ctx.data.need(Users, ctx.user.id);
    expect(answer).toMatchObject({ id: ctx.user.id, name: 'Anna', locale: 'uk' });
    expect(data).toEqual({ ...data, name: 'Anna', bio: 'new', locale: 'uk', role: 'visitor' });
  });

  it('gives a handle to only one of two concurrent requests', async () => {
    const world = await testContext();
    const [first, second] = [await asUser(world), await asUser(world)];

    const results = await Promise.allSettled([first, second].map((who) => updateProfile(who, { handle: 'anna' })));

    const codes = results.map((result) => (result.status === 'rejected' ? String(result.reason.code) : 'taken'));
    expect(codes.sort()).toEqual(['HandleTaken', 'taken']);
  });

  it('frees the user’s previous handle and accepts the current handle again', async () => {
    const world = await testContext();
    const first = await asUser(world);
    const second = await asUser(world);
    await updateProfile(first, { handle: 'anna' });

    await updateProfile(first, { handle: 'anna' });
    const moved = await updateProfile(first, { handle: 'anna_k' });
    const freed = await updateProfile(second, { handle: 'anna' });

    expect([moved.handle, freed.handle]).toEqual(['anna_k', 'anna']);
    expect((await world.data.need(UserHandles, handleClaimId('anna'))).data.userId).toBe(second.user.id);
  });
});
