import { beforeAll, describe, expect, it } from 'vitest';
import { GET } from '#app/api/conversations/people/route.ts';
import { Users } from '#lib/auth/collections.ts';
import type { UserContext } from '#lib/context/context.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { changeConversation } from '#lib/messaging/conversations/change-conversation.ts';
import { createConversation } from '#lib/messaging/conversations/create-conversation.ts';
import { createVendor } from '#lib/store/vendors/vendors.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';

type Person = TestContext & UserContext;

let world: TestContext;
beforeAll(async () => {
  world = await testContext();
  installRuntime(world);
});

const person = (patch = {}): Promise<Person> => asUser(world, patch);
const idsOf = (people: readonly Person[]) => people.map(({ user }) => user.id);

async function group(owner: Person, ...others: Person[]): Promise<string> {
  const input = { type: 'group', participantIds: idsOf(others), metadata: { groupName: 'Some' } } as const;
  return (await createConversation(owner, input, undefined)).conversation.id;
}

const ask = async (as: Person, userIds: string[], conversationIds?: string[]) =>
  call(GET, {
    as,
    query: { userIds: userIds.join(','), ...(conversationIds && { conversationIds: conversationIds.join(',') }) },
  });

describe('GET /api/conversations/people', () => {
  it('returns people of a shared conversation, former members too, without email addresses', async () => {
    const [ann, bob, eve] = [
      await person({ name: 'Ann' }),
      await person({ name: 'Bob' }),
      await person({ name: '', handle: 'eve_1' }),
    ];
    const id = await group(ann, bob, eve);
    await changeConversation(ann, id, { removeParticipantIds: [eve.user.id] });

    const { body } = await ask(ann, idsOf([bob, eve]), [id]);

    expect(body.people).toEqual([
      { id: bob.user.id, name: 'Bob', avatarUrl: null, isDeleted: false },
      { id: eve.user.id, name: 'eve_1', avatarUrl: null, isDeleted: false },
    ]);
  });

  it('omits strangers, whichever conversations are given', async () => {
    const [ann, bob, eve] = [await person(), await person({ name: 'Bob' }), await person()];
    const ofOthers = await group(bob, eve);

    expect((await ask(ann, idsOf([bob]))).body.people).toEqual([]);
    expect((await ask(ann, idsOf([bob]), [ofOthers])).body.people).toEqual([]);
  });

  it('returns nothing to a removed participant', async () => {
    const [ann, bob] = [await person(), await person()];
    const id = await group(ann, bob);
    await changeConversation(ann, id, { removeParticipantIds: [bob.user.id] });

    expect((await ask(bob, idsOf([ann]), [id])).body.people).toEqual([]);
  });

  it('returns a seller to anyone, but nobody who has only applied to sell', async () => {
    const [ann, seller, applicant] = [await person(), await person({ name: 'Pottery' }), await person()];
    const shop = { name: 'Pottery', country: 'UA', contactEmail: 'shop@plaza.test' };
    await createVendor(world, { ...shop, ownerId: seller.user.id });
    await createVendor(world, { ...shop, slug: 'applied', ownerId: applicant.user.id, status: 'applied' });

    expect((await ask(ann, idsOf([seller, applicant]))).body.people).toMatchObject([{ name: 'Pottery' }]);
  });

  it('returns a deleted person without a name', async () => {
    const [ann, bob] = [await person(), await person({ name: 'Bob' })];
    const id = await group(ann, bob);
    await world.data.update(Users, bob.user.id, { status: 'deleted' });

    expect((await ask(ann, idsOf([bob]), [id])).body.people).toEqual([
      { id: bob.user.id, name: '', avatarUrl: null, isDeleted: true },
    ]);
  });

  it('accepts at most 100 valid ids', async () => {
    const ann = await person();
    const many = Array.from({ length: 101 }, (_, at) => `usr_${at}`);

    expect((await ask(ann, many)).status).toBe(400);
    expect((await ask(ann, ['a b'])).body.details).toMatchObject({ 'userIds.0': 'must be a valid id' });
  });
});
