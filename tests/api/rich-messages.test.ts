import { beforeAll, describe, expect, it } from 'vitest';
import { POST as act } from '#app/api/conversations/[id]/messages/[messageId]/actions/route.ts';
import { PUT as react } from '#app/api/conversations/[id]/messages/[messageId]/reactions/[emoji]/route.ts';
import * as one from '#app/api/conversations/[id]/messages/[messageId]/route.ts';
import * as messages from '#app/api/conversations/[id]/messages/route.ts';
import type { UserContext } from '#lib/context/context.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { after, HOUR_MS } from '#lib/core/time.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { putConversation, testConversation } from '#tests/support/conversations.ts';

type Person = TestContext & UserContext;

let world: TestContext;
beforeAll(async () => {
  world = await testContext();
  installRuntime(world);
});

async function talk(count = 3) {
  const people = await Promise.all(Array.from({ length: count }, (): Promise<Person> => asUser(world)));
  const conversation = testConversation(
    people.map(({ user }) => user.id),
    world.now(),
  );
  await putConversation(world, conversation);
  return { people, id: conversation.id };
}
const send = (as: Person, id: string, body: object) => call(messages.POST, { as, params: { id }, body });
const doIt = (as: Person, id: string, messageId: string, body: object) =>
  call(act, { as, params: { id, messageId }, body });
const page = async (as: Person, id: string) => (await call(messages.GET, { as, params: { id } })).body.messages;
const poll = {
  type: 'poll',
  metadata: {
    question: 'When?',
    options: [
      { id: 'a', text: 'Now' },
      { id: 'b', text: 'Later' },
    ],
  },
};

describe('a rich message', () => {
  it('starts in the server’s state and rejects a state sent by the sender', async () => {
    const {
      people: [ann],
      id,
    } = await talk();
    if (!ann) throw new Error('nobody');

    const sent = await send(ann, id, poll);
    const forged = await send(ann, id, { ...poll, metadata: { ...poll.metadata, votes: { a: [ann.user.id] } } });

    expect(sent.body.message.metadata).toEqual({ ...poll.metadata, votes: {}, closed: false });
    expect([forged.status, Object.keys(forged.body.details ?? {})]).toEqual([400, ['metadata']]);
    expect((await send(ann, id, { type: 'poll' })).status).toBe(400);
    expect((await send(ann, id, { type: 'text', content: 'x', metadata: { any: { thing: [1] } } })).status).toBe(201);
  });

  it('counts all concurrent votes, each raising the revision once', async () => {
    const { people, id } = await talk(6);
    const [ann] = people;
    if (!ann) throw new Error('nobody');
    const { message } = (await send(ann, id, poll)).body;

    const votes = await Promise.all(
      people.map((who, at) => doIt(who, id, message.id, { action: 'vote', optionIds: [at % 2 ? 'a' : 'b'] })),
    );

    expect(votes.map(({ status }) => status)).toEqual(people.map(() => 200));
    const [shown] = await page(ann, id);
    const counted = shown?.metadata.votes as Record<string, string[]>;
    expect([counted.a?.length, counted.b?.length]).toEqual([3, 3]);
    expect(shown?.rev).toBe(message.rev + 6);
    const again = await doIt(ann, id, message.id, { action: 'vote', optionIds: ['b'] });
    expect([again.status, again.body.message.rev]).toEqual([200, shown?.rev]);
  });

  it('changes by permitted people, and expires by itself', async () => {
    const {
      people: [ann, bob],
      id,
    } = await talk();
    if (!ann || !bob) throw new Error('nobody');
    const request = {
      type: 'payment_request',
      metadata: { amountMinor: 500, currency: 'UAH', expiresAt: after(world.now(), HOUR_MS) },
    };
    const first = (await send(ann, id, request)).body.message.id;
    const second = (await send(ann, id, request)).body.message.id;

    expect((await doIt(bob, id, first, { action: 'cancel' })).status).toBe(403);
    expect((await doIt(bob, id, first, { action: 'vote', optionIds: [] })).status).toBe(400);
    expect((await doIt(bob, id, first, { action: 'fly' })).status).toBe(400);
    expect((await doIt(bob, id, first, { action: 'decline' })).body.message.metadata.status).toBe('declined');
    expect((await doIt(ann, id, first, { action: 'mark-paid' })).status).toBe(409);
    world.clock.advance(HOUR_MS);
    expect((await doIt(bob, id, second, { action: 'decline' })).status).toBe(409);
    expect((await page(bob, id)).map(({ metadata }) => metadata.status)).toEqual(['declined', 'expired']);
    const thumb = { as: bob, params: { id, messageId: second, emoji: '👍' }, method: 'PUT' };
    expect((await call(react, thumb)).body.message.metadata.status).toBe('expired');
  });

  it('accepts actions from participants alone, and only while it exists', async () => {
    const {
      people: [ann, bob],
      id,
    } = await talk();
    if (!ann || !bob) throw new Error('nobody');
    const { message } = (await send(ann, id, poll)).body;
    const other = await talk();
    const vote = { action: 'vote', optionIds: ['a'] };

    expect((await doIt(await asUser(world), id, message.id, vote)).status).toBe(404);
    expect((await doIt(ann, other.id, message.id, vote)).status).toBe(404);
    expect((await doIt(ann, id, 'msg_none', vote)).status).toBe(404);
    await call(one.DELETE, { as: ann, params: { id, messageId: message.id }, method: 'DELETE' });
    expect((await doIt(bob, id, message.id, vote)).body.details).toMatchObject({ code: 'MessageDeleted' });
  });
});
