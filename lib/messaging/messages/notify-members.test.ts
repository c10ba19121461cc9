import { describe, expect, it } from 'vitest';
import type { UserContext } from '#lib/context/context.ts';
import { Outbox } from '#lib/data/outbox.ts';
import { Conversations } from '#lib/messaging/collections.ts';
import { changeConversation } from '#lib/messaging/conversations/change-conversation.ts';
import { markRead } from '#lib/messaging/conversations/read-state.ts';
import { NOTIFY_AFTER_MS } from '#lib/messaging/limits.ts';
import { blockUser } from '#lib/messaging/members/blocks.ts';
import { deleteConversation } from '#lib/messaging/members/leaving.ts';
import { sendMessage as sendInput } from '#lib/messaging/schemas/message-input.ts';
import { Notifications } from '#lib/notifications/collections.ts';
import { deliveryPromise, pushTopic } from '#lib/notifications/topics.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { putConversation, testConversation } from '#tests/support/conversations.ts';
import { everyRow } from '#tests/support/world.ts';
import { deleteMessage } from './edit-message.ts';
import { sendMessage } from './send-message.ts';

type Person = TestContext & UserContext;

async function talk(count: number, patch = {}) {
  const world = await testContext();
  const people: Person[] = [];
  for (let at = 0; at < count; at++) people.push(await asUser(world, { name: `Person ${at}` }));
  const ids = people.map(({ user }) => user.id);
  const row = testConversation(ids, world.now(), patch);
  await putConversation(world, row);
  const [ann, bob] = people as [Person, Person];
  return { world, people, ann, bob, id: row.id };
}

const post = (as: Person, id: string, content: string) => sendMessage(as, id, sendInput.parse({ content }), undefined);

async function toldNow(world: TestContext) {
  world.clock.advance(NOTIFY_AFTER_MS);
  await world.drain();
  return (await everyRow(world.data, Notifications)).map(({ data }) => data);
}

describe('the notification of a message', () => {
  it('is created once per conversation after a delay, and marked read with the conversation', async () => {
    const { world, ann, bob, id } = await talk(2);
    await post(ann, id, 'Hello');
    await world.drain();
    expect(await everyRow(world.data, Notifications)).toEqual([]);

    const first = await toldNow(world);
    await post(ann, id, 'Are you there?');
    const second = await toldNow(world);
    await markRead(bob, id, {});
    const third = await toldNow(world);

    expect(first).toMatchObject([
      {
        userId: bob.user.id,
        type: 'MESSAGE',
        title: 'Person 0',
        message: 'Hello',
        priority: 'normal',
        status: 'unread',
      },
    ]);
    expect(second).toMatchObject([{ status: 'unread', message: '2 new messages', collapsedCount: 1 }]);
    expect(third).toMatchObject([{ status: 'read' }]);
  });

  it('is not created for read, deleted or hidden messages, or for a user who blocked the sender', async () => {
    const { world, ann, bob, id } = await talk(3);
    await blockUser(bob, ann.user.id);
    const { message } = await post(ann, id, 'Gone at once');
    await deleteMessage(ann, { conversationId: id, messageId: message.id });
    const { people } = { people: [ann, bob] };
    expect(await toldNow(world)).toEqual([]);

    await post(ann, id, 'To the third');
    expect((await toldNow(world)).map(({ userId }) => people.some(({ user }) => user.id === userId))).toEqual([false]);

    const hidden = await talk(2, { listed: false, metadata: { groupName: 'x', hiddenFromInbox: true } });
    await post(hidden.ann, hidden.id, 'Hello');
    expect(await toldNow(hidden.world)).toEqual([]);
    const read = await talk(2);
    await post(read.ann, read.id, 'Hello');
    await markRead(read.bob, read.id, {});
    expect(await toldNow(read.world)).toEqual([]);
  });

  it('has high priority for mentioned users, and goes only to them in a large group', async () => {
    const { world, ann, bob, people, id } = await talk(33);

    await post(ann, id, 'To all of you');
    expect(await toldNow(world)).toEqual([]);
    await post(ann, id, `To <@${bob.user.id}>`);

    expect(people).toHaveLength(33);
    expect(await toldNow(world)).toMatchObject([{ userId: bob.user.id, priority: 'high' }]);
  });

  it('shows names instead of mention codes', async () => {
    const { world, ann, bob, people, id } = await talk(3);
    const stranger = await asUser(world, { name: 'Stranger' });
    await post(ann, id, `Hi <@${bob.user.id}>, and <@${stranger.user.id}>`);

    const told = await toldNow(world);

    expect(told.map(({ message }) => message)).toEqual(['Hi @Person 1, and @…', 'Hi @Person 1, and @…']);
    await post(ann, id, `${'x'.repeat(120)} <@${people[2]?.user.id}>`);
    for (const { data } of await everyRow(world.data, Conversations)) expect(data.lastMessage?.preview).toMatch(/x …$/);
  });

  it('is marked read when the user replies or leaves', async () => {
    const { world, ann, bob, people, id } = await talk(3);
    const eve = people[2] as Person;
    await post(ann, id, 'Hello');
    expect(await toldNow(world)).toHaveLength(2);
    const statuses = async () =>
      Object.fromEntries((await everyRow(world.data, Notifications)).map(({ data }) => [data.userId, data.status]));

    await post(bob, id, 'Hello yourself');
    expect(await statuses()).toMatchObject({ [bob.user.id]: 'read', [eve.user.id]: 'unread' });
    await deleteConversation(eve, id, undefined);
    await world.drain();

    expect(await statuses()).toMatchObject({ [eve.user.id]: 'read' });
  });

  it('of a direct conversation is marked read when the user removes it, and no further one is created', async () => {
    const { world, ann, bob, id } = await talk(2, { type: 'direct' });
    await post(ann, id, 'Hello');
    expect(await toldNow(world)).toMatchObject([{ status: 'unread' }]);
    await post(ann, id, 'Are you there?');

    await deleteConversation(bob, id, undefined);

    expect(await toldNow(world)).toMatchObject([{ status: 'read', message: 'Hello' }]);
  });

  it('of a muted conversation is created without a push', async () => {
    const { world, ann, bob, people, id } = await talk(3);
    await changeConversation(bob, id, { muted: true });
    await post(ann, id, 'Hello');

    const plans = new Map((await toldNow(world)).map(({ userId, plan }) => [userId, plan.push]));
    expect(plans).toEqual(
      new Map([
        [bob.user.id, 'muted'],
        [people[2]?.user.id, 'due'],
      ]),
    );
    const pushed = (await everyRow(world.data, Outbox)).filter(({ data }) => data.topic === pushTopic.name);
    expect(pushed.map(({ data }) => deliveryPromise.parse(data.payload).userId)).toEqual([people[2]?.user.id]);
  });
});
