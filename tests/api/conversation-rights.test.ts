import { beforeAll, describe, expect, it } from 'vitest';
import * as one from '#app/api/conversations/[id]/route.ts';
import * as conversations from '#app/api/conversations/route.ts';
import type { UserContext } from '#lib/context/context.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { blockUser } from '#lib/messaging/members/blocks.ts';
import { sendMessage } from '#lib/messaging/messages/send-message.ts';
import { sendMessage as sendInput } from '#lib/messaging/schemas/message-input.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';

type Person = TestContext & UserContext;

let world: TestContext;
beforeAll(async () => {
  world = await testContext();
  installRuntime(world);
});

const people = async (count: number): Promise<Person[]> =>
  Promise.all(Array.from({ length: count }, (): Promise<Person> => asUser(world)));
const make = (as: Person, body: object, headers: Record<string, string> = {}) =>
  call(conversations.POST, { as, body, headers });
const change = (as: Person, id: string, body: object) => call(one.PUT, { as, params: { id }, body, method: 'PUT' });
const leave = (as: Person, id: string) => call(one.DELETE, { as, params: { id }, method: 'DELETE' });
const listed = async (as: Person) =>
  (await call(conversations.GET, { as })).body.conversations.map((conversation) => conversation.id);
const say = async (as: Person, id: string) => {
  world.clock.advance(1_000);
  return sendMessage(as, id, sendInput.parse({ content: 'Good morning' }), undefined);
};

const kinds = (to: Person) => {
  const participantIds = [to.user.id];
  return [
    { type: 'direct', participantIds },
    { type: 'product', participantIds, metadata: { productId: 'prd_mug' } },
    { type: 'entity', participantIds, metadata: { entityId: 'ord_1', kind: 'order' } },
  ];
};
const signs = [{ hiddenFromInbox: true }, { kind: 'generative_gallery' }, { subject: 'imggen:7' }];

describe('the hiding marks of a tool conversation', () => {
  it('cannot be set once other people have written in the conversation', async () => {
    const [ann, bob] = (await people(2)) as [Person, Person];
    for (const body of kinds(bob)) {
      const { id } = (await make(ann, body)).body.conversation;
      await say(bob, id);

      for (const metadata of signs)
        for (const who of [ann, bob]) expect((await change(who, id, { metadata })).status).toBe(403);

      for (const who of [ann, bob]) expect(await listed(who)).toContain(id);
    }
  });

  it('can be set by the owner alone while nobody else has written', async () => {
    const [ann, bob] = (await people(2)) as [Person, Person];
    for (const body of kinds(bob)) {
      const { id } = (await make(ann, body)).body.conversation;
      await say(ann, id);

      const byOther = await change(bob, id, { metadata: { hiddenFromInbox: true } });
      expect([byOther.status, byOther.body.details?.code]).toEqual([403, 'NotYoursToHide']);
      const hidden = await change(ann, id, { metadata: { hiddenFromInbox: true } });

      expect(hidden.status).toBe(200);
      for (const who of [ann, bob]) expect(await listed(who)).not.toContain(id);
      expect((await change(ann, id, { metadata: { hiddenFromInbox: null } })).status).toBe(200);
      expect(await listed(bob)).toContain(id);
    }
  });

  it('do not hide the direct conversation of two people: the other person gets it listed', async () => {
    for (const metadata of signs) {
      const [eve, bob] = (await people(2)) as [Person, Person];
      const hidden = await make(eve, { type: 'direct', participantIds: [bob.user.id], metadata });
      const { id } = hidden.body.conversation;
      await say(eve, id);
      expect(await listed(bob)).toEqual([]);

      const asked = await make(bob, { type: 'direct', participantIds: [eve.user.id] });

      expect([asked.status, asked.body.conversation.id, asked.body.conversation.metadata]).toEqual([200, id, {}]);
      await say(bob, id);
      for (const who of [eve, bob]) expect(await listed(who)).toEqual([id]);
      // A conversation listed for this reason stays listed, whatever else of it changes.
      await change(eve, id, { metadata: { colour: 'red' } });
      expect(await listed(bob)).toEqual([id]);
    }
  });

  it('stay when the owner or the other person opens the conversation again', async () => {
    const [ann, bob] = (await people(2)) as [Person, Person];
    const metadata = { entityId: 'gallery', hiddenFromInbox: true };
    const { id } = (await make(ann, { type: 'entity', participantIds: [bob.user.id], metadata })).body.conversation;

    const own = await make(ann, { type: 'entity', participantIds: [bob.user.id], metadata: { entityId: 'gallery' } });
    const other = await make(bob, { type: 'entity', participantIds: [ann.user.id], metadata });

    expect([own, other].map(({ status, body }) => [status, body.conversation.id])).toEqual([
      [200, id],
      [200, id],
    ]);
    for (const who of [ann, bob]) expect(await listed(who)).toEqual([]);
  });
});

describe('the name of a conversation', () => {
  it('can be changed by its creator alone', async () => {
    const [ann, bob] = (await people(2)) as [Person, Person];
    const metadata = { productId: 'prd_mug', subject: 'Mugs', productName: 'Mug', vendorId: 'vnd_1' };
    const { id } = (await make(ann, { type: 'product', participantIds: [bob.user.id], metadata })).body.conversation;

    for (const key of ['subject', 'productName', 'vendorId', 'kind'])
      for (const value of ['Pay at evil.test', null])
        if (key in metadata || value !== null) {
          const refused = await change(bob, id, { metadata: { [key]: value } });
          expect([refused.status, Object.keys(refused.body.details ?? {})]).toEqual([403, [`metadata.${key}`, 'code']]);
        }
    expect((await change(bob, id, { metadata: { subject: 'Mugs', colour: 'red' } })).status).toBe(200);
    const renamed = await change(ann, id, { metadata: { subject: 'Cups' } });

    expect(renamed.body.conversation.metadata).toEqual({ ...metadata, subject: 'Cups', colour: 'red' });
  });
});

describe('a group created with an idempotency key', () => {
  const key = { 'idempotency-key': 'group-key-2' };
  const bakers = (...others: Person[]) => ({
    type: 'group',
    participantIds: others.map(({ user }) => user.id),
    metadata: { groupName: 'Bakers' },
  });

  it('does not let its creator back in after leaving', async () => {
    const [ann, bob, eve] = (await people(3)) as [Person, Person, Person];
    const { id } = (await make(ann, bakers(bob, eve), key)).body.conversation;
    await leave(ann, id);

    const again = await make(ann, bakers(bob, eve), key);

    expect([again.status, again.body.details?.code]).toEqual([409, 'ConversationLeft']);
    expect((await call(one.GET, { as: ann, params: { id } })).status).toBe(404);
    const { body } = await call(one.GET, { as: bob, params: { id } });
    expect(body.conversation.participantIds).toEqual([bob.user.id, eve.user.id].sort());
  });

  it('brings nobody back, and returns the same group after a block', async () => {
    const [ann, bob] = (await people(2)) as [Person, Person];
    const { id } = (await make(ann, bakers(bob), key)).body.conversation;
    await blockUser(bob, ann.user.id);
    expect((await make(ann, bakers(bob), key)).body.conversation?.id).toBe(id);
    await leave(bob, id);

    const again = await make(ann, bakers(bob), key);

    expect([again.status, again.body.conversation.participantIds]).toEqual([200, [ann.user.id]]);
    expect((await call(one.GET, { as: bob, params: { id } })).status).toBe(404);
  });

  it('responds with 409 for another body, and belongs to its creator’s key alone', async () => {
    const [ann, bob, eve] = (await people(3)) as [Person, Person, Person];
    const { id } = (await make(ann, bakers(bob), key)).body.conversation;

    const more = await make(ann, bakers(bob, eve), key);
    const renamed = await make(ann, { ...bakers(bob), metadata: { groupName: 'Millers' } }, key);
    const inOtherOrder = await make(ann, { ...bakers(bob), participantIds: [ann.user.id, bob.user.id] }, key);

    for (const { status, body } of [more, renamed])
      expect([status, body.details?.code]).toEqual([409, 'IdempotencyMismatch']);
    expect(inOtherOrder.body.conversation?.id).toBe(id);
    expect((await make(bob, bakers(ann), key)).status).toBe(201);
    expect((await call(one.GET, { as: eve, params: { id } })).status).toBe(404);
  });

  it('responds with 409 ConversationDeleted after the group was deleted for everyone', async () => {
    const [ann, bob] = (await people(2)) as [Person, Person];
    const { id } = (await make(ann, bakers(bob), key)).body.conversation;
    await call(one.DELETE, { as: ann, params: { id }, query: { scope: 'all' }, method: 'DELETE' });

    const again = await make(ann, bakers(bob), key);

    expect([again.status, again.body.details?.code]).toEqual([409, 'ConversationDeleted']);
  });
});
