import { beforeAll, describe, expect, it } from 'vitest';
import { GET } from '#app/api/conversations/contacts/route.ts';
import { updateProfile } from '#lib/auth/users.ts';
import type { UserContext } from '#lib/context/context.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { createConversation } from '#lib/messaging/conversations/create-conversation.ts';
import { blockUser } from '#lib/messaging/members/blocks.ts';
import { createVendor, setVendorStatus } from '#lib/store/vendors/vendors.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';

type Person = TestContext & UserContext;

let world: TestContext;
beforeAll(async () => {
  world = await testContext();
  installRuntime(world);
});

const person = (name: string, patch = {}): Promise<Person> => asUser(world, { name, ...patch });
const group = (owner: Person, ...others: Person[]) =>
  createConversation(
    owner,
    { type: 'group', participantIds: others.map(({ user }) => user.id), metadata: { groupName: 'Some' } },
    undefined,
  );
const shop = (owner: Person, name: string) =>
  createVendor(world, { name, country: 'UA', contactEmail: 'shop@plaza.test', ownerId: owner.user.id });
const namesFor = async (as: Person, q = '') => {
  const { status, body } = await call(GET, { as, query: { q } });
  expect(status).toBe(200);
  return body.contacts.map(({ name, seller }) => [name, seller]);
};

describe('GET /api/conversations/contacts', () => {
  it('finds people of shared conversations and sellers, but no strangers', async () => {
    const [ann, bob, oksana] = [await person('Ann'), await person('Bob Ross'), await person('Oksana')];
    await person('Bobby the stranger');
    await group(ann, bob);
    await shop(oksana, 'Hlyna Studio');

    expect(await namesFor(ann)).toEqual([
      ['Bob Ross', null],
      ['Oksana', 'Hlyna Studio'],
    ]);
    expect(await namesFor(ann, 'ros bo')).toEqual([['Bob Ross', null]]);
    expect(await namesFor(ann, 'STUDIO')).toEqual([['Oksana', 'Hlyna Studio']]);
    expect(await namesFor(ann, 'Ann')).toEqual([]);
  });

  it('finds a seller by shop name and by the owner’s name', async () => {
    const [ann, solomiya] = [await person('Ann'), await person('Solomiya of Hlyna Studio')];
    await shop(solomiya, 'Clay and Fire');
    // Lists of sellers are cached for a moment.
    world.clock.advance(11_000);

    for (const q of ['sol', 'SOLÓMIYA hlyna', 'fir'])
      expect(await namesFor(ann, q)).toEqual([['Solomiya of Hlyna Studio', 'Clay and Fire']]);
  });

  it('finds a stranger by exact handle alone, unless opted out, blocked or restricted', async () => {
    const [ann, olena] = [await person('Ann'), await person('Olena')];
    for (const [handle, patch] of [
      ['olena_k', { name: 'Olena K' }],
      ['hidden_k', { findByHandle: false }],
      ['rita_k', { status: 'restricted' }],
      ['eve_k', {}],
      ['ivan_k', {}],
    ] as const) {
      const who = await person(handle, patch);
      await updateProfile(who, { handle });
      if (handle === 'eve_k') await blockUser(ann, who.user.id);
      if (handle === 'ivan_k') await blockUser(who, ann.user.id);
    }
    await updateProfile(ann, { handle: 'ann_s' });

    expect(await namesFor(ann, '@Olena_K')).toEqual([['Olena K', null]]);
    for (const q of ['@olena', 'olena_k', '@hidden_k', '@rita_k', '@eve_k', '@ivan_k', '@ann_s', '@nobody', '@'])
      expect([q, await namesFor(ann, q)]).toEqual([q, []]);
    expect(await namesFor(olena, '@eve_k')).toEqual([['eve_k', null]]);
  });

  it('limits guesses of handles to sixty', async () => {
    const ann = await person('Ann');
    const guess = async (n: number) => (await call(GET, { as: ann, query: { q: `@guess_${n}` } })).status;

    const answers = await Promise.all(Array.from({ length: 61 }, (_, n) => guess(n)));

    expect(answers.filter((status) => status === 429)).toHaveLength(1);
    expect(await namesFor(ann, 'guess')).toEqual([]);
  });

  it('omits blocked and restricted people, and owners of suspended sellers', async () => {
    const [ann, bob, eve, ivan] = [await person('Ann'), await person('Bob'), await person('Eve'), await person('Ivan')];
    const restricted = await person('Rita', { status: 'restricted' });
    await group(ann, bob, eve);
    const vendorId = await shop(ivan, 'Ivan and sons');
    await shop(restricted, 'Rita and daughters');
    await blockUser(ann, eve.user.id);
    await setVendorStatus(world, vendorId, 'suspended');

    const found = (await namesFor(ann)).map(([name]) => name);

    expect(found).toContain('Bob');
    expect(found).not.toContain('Eve');
    expect(found).not.toContain('Ivan');
    expect(found).not.toContain('Rita');
  });
});
