import { describe, expect, it } from 'vitest';
import { PATCH } from '#app/api/account/profile/route.ts';
import { Users } from '#lib/auth/collections.ts';
import type { UserContext } from '#lib/context/context.ts';
import { call } from '#tests/support/call.ts';
import { asUser } from '#tests/support/context.ts';
import { openWorld } from '#tests/support/signing-in.ts';

const patch = (as: UserContext, body: unknown) => call(PATCH, { as, body, method: 'PATCH' });

describe('PATCH /api/account/profile', () => {
  it('changes the given fields and returns the public user', async () => {
    const owner = await asUser(await openWorld());

    const reply = await patch(owner, {
      name: '  Анна  ',
      bio: 'Кераміка',
      handle: 'anna_k',
      locale: 'uk',
      timezone: 'Europe/Warsaw',
      readReceipts: false,
      findByHandle: false,
    });

    const { data } = await owner.data.need(Users, owner.user.id);
    expect(reply.status).toBe(200);
    expect(reply.body.user).toMatchObject({ id: owner.user.id, name: 'Анна', handle: 'anna_k', locale: 'uk' });
    expect(reply.body.user).not.toHaveProperty('sessionEpoch');
    expect(data).toMatchObject({
      bio: 'Кераміка',
      timezone: 'Europe/Warsaw',
      readReceipts: false,
      findByHandle: false,
    });
  });

  it('accepts an empty body and a repeated change', async () => {
    const owner = await asUser(await openWorld(), { name: 'Anna' });

    const replies = [
      await patch(owner, {}),
      await patch(owner, { name: 'Anna' }),
      await patch(owner, { name: 'Anna' }),
    ];

    expect(replies.map(({ status, body }) => [status, body.user.name])).toEqual(Array(3).fill([200, 'Anna']));
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ name: '   ' }, 'name'],
    [{ name: '\u200b\u2060' }, 'name'],
    [{ name: 'Anna\nadmin' }, 'name'],
    [{ name: 'Anna \u202enimda' }, 'name'],
    [{ name: 'x'.repeat(81) }, 'name'],
    [{ bio: 'x'.repeat(501) }, 'bio'],
    [{ handle: 'ab' }, 'handle'],
    [{ handle: 'a'.repeat(31) }, 'handle'],
    [{ handle: 'Anna' }, 'handle'],
    [{ handle: 'анна' }, 'handle'],
    [{ handle: null }, 'handle'],
    [{ locale: 'de' }, 'locale'],
    [{ timezone: 'Mars/Olympus' }, 'timezone'],
    [{ readReceipts: 'no' }, 'readReceipts'],
    [{ findByHandle: 1 }, 'findByHandle'],
    [{ role: 'superadmin' }, 'body'],
    [{ email: 'other@plaza.test' }, 'body'],
    [{ isVerified: true }, 'body'],
  ])('rejects %j and names the field', async (body, field) => {
    const owner = await asUser(await openWorld());

    const reply = await patch(owner, body);

    expect([reply.status, Object.keys(reply.body.details ?? {})]).toEqual([400, [field]]);
    expect((await owner.data.need(Users, owner.user.id)).data).toEqual({ ...owner.user, id: undefined });
  });

  it('accepts values of the maximum length', async () => {
    const owner = await asUser(await openWorld());

    const reply = await patch(owner, { name: 'x'.repeat(80), bio: 'y'.repeat(500), handle: 'z'.repeat(30) });

    expect(reply.status).toBe(200);
  });

  it.each(['admin', 'support', 'plaza', 'constructor', '__proto__'])(
    'responds with 409 HandleTaken for the reserved handle %s, and changes nothing',
    async (handle) => {
      const owner = await asUser(await openWorld());

      const reply = await patch(owner, { handle, bio: 'new' });

      expect(reply.body).toMatchObject({ statusCode: 409, details: { code: 'HandleTaken', handle: 'is taken' } });
      expect((await owner.data.need(Users, owner.user.id)).data).toMatchObject({ handle: null, bio: owner.user.bio });
    },
  );

  it('gives a handle to one of two concurrent callers, and responds to the other with 409 HandleTaken', async () => {
    const world = await openWorld();
    const people = [await asUser(world), await asUser(world)];

    const replies = await Promise.all(people.map((who) => patch(who, { handle: 'anna' })));

    const loser = replies.find(({ status }) => status !== 200);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(loser?.body.details).toEqual({ code: 'HandleTaken', handle: 'is taken' });
  });

  it('changes only the caller’s profile, and requires a session', async () => {
    const world = await openWorld();
    const [owner, other] = [await asUser(world), await asUser(world, { name: 'Other' })];

    await patch(owner, { name: 'New' });
    const guest = await call(PATCH, { body: { name: 'Mallory' }, method: 'PATCH' });

    expect((await world.data.need(Users, other.user.id)).data.name).toBe('Other');
    expect(guest.status).toBe(401);
  });
});
