import { beforeEach, describe, expect, it } from 'vitest';
import { spendQuietly } from '#lib/api/rate-limits.ts';
import type { UserContext } from '#lib/context/context.ts';
import { inviteCall } from '#lib/messaging/calls/invite-call.ts';
import { deleteConversation } from '#lib/messaging/members/leaving.ts';
import { deleteMessage, editMessage } from '#lib/messaging/messages/edit-message.ts';
import { sendMessage } from '#lib/messaging/messages/send-message.ts';
import { sendMessage as sendInput } from '#lib/messaging/schemas/message-input.ts';
import type { BusEvent } from '#lib/tunnel/bus/bus.ts';
import { conversationChannel } from '#lib/tunnel/channels/channels.ts';
import type { Tunnel } from '#lib/tunnel/tunnel.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { putConversation, testConversation } from '#tests/support/conversations.ts';
import { changeConversation } from './change-conversation.ts';
import { conversationSource, inboxSource } from './channel-source.ts';
import { findReported, planEffects, publishEffects } from './moderation.ts';
import { markRead } from './read-state.ts';

type Told = Omit<BusEvent, 'id' | 'origin'>;
type Person = TestContext & UserContext;

let told: Told[];
let world: TestContext;
let ann: Person;
let bob: Person;
let id: string;
beforeEach(async () => {
  told = [];
  world = await testContext();
  const tunnel: Tunnel = { ...world.tunnel, publish: async (events) => void told.push(...events) };
  world = Object.assign(Object.create(Object.getPrototypeOf(world)) as TestContext, world, { tunnel });
  [ann, bob] = [await asUser(world), await asUser(world)];
  const conversation = testConversation([ann.user.id, bob.user.id], world.now());
  await putConversation(world, conversation);
  id = conversation.id;
});

const post = (as: Person, content: string) => sendMessage(as, id, sendInput.parse({ content }), undefined);
/** Takes a message down as moderation does, or restores it. */
async function take(messageId: string, blockedAt: string | null): Promise<void> {
  const effects = await world.data.tx(async (t) => {
    const found = await findReported(t, messageId);
    if (!found) throw new Error('there is no such message');
    const plan = await planEffects(t, found, blockedAt, world.now());
    plan.write(t);
    return plan;
  });
  await publishEffects(ann, effects);
}
const ofConversation = () => told.filter(({ channel }) => channel === conversationChannel(id));
const names = (events: readonly { readonly event: string }[]) => events.map(({ event }) => event);

describe('the channel of a conversation', () => {
  it('publishes each change once with the next revision, and to the lists of the participants', async () => {
    const { message } = await post(ann, 'Hello');
    await editMessage(ann, { conversationId: id, messageId: message.id }, 'Hello, Bob');
    await markRead(bob, id, {});
    await changeConversation(ann, id, { metadata: { groupName: 'Two' } });
    await deleteMessage(ann, { conversationId: id, messageId: message.id });

    const revisioned = ofConversation().filter(({ rev }) => rev !== undefined);
    expect(names(ofConversation())).toEqual([
      'message.created',
      'message.updated',
      'read.updated',
      'message.created',
      'conversation.updated',
      'message.deleted',
    ]);
    expect(revisioned.map(({ rev }) => rev)).toEqual([1, 2, 3, 4, 5]);
    const lists = told.filter(({ channel }) => channel === 'user:inbox');
    expect(lists.map(({ users }) => users?.length)).toEqual([2, 2, 1, 2, 2]);
  });

  it('returns the current state of everything changed after a cursor, in the order of revisions', async () => {
    const source = conversationSource(world);
    const channel = conversationChannel(id);
    const first = (await post(ann, 'One')).message;
    const second = (await post(ann, 'Two')).message;
    await editMessage(ann, { conversationId: id, messageId: first.id }, 'One again');
    await changeConversation(ann, id, { metadata: { groupName: 'Two' } });
    await deleteMessage(ann, { conversationId: id, messageId: second.id });

    const since = async (rev: number) => (await source.changesAfter?.(channel, rev, 101)) ?? [];
    expect((await source.head(ann, channel)).cursor).toBe(`6~${world.now().getTime().toString(36)}`);
    expect((await since(0)).map(({ event, rev }) => [event, rev])).toEqual([
      ['message.created', 3],
      ['message.created', 4],
      ['conversation.updated', 5],
      ['message.deleted', 6],
    ]);
    expect(names(await since(2))).toEqual([
      'message.updated',
      'message.created',
      'conversation.updated',
      'message.deleted',
    ]);
    expect(names(await since(5))).toEqual(['message.deleted']);
    expect(await since(6)).toEqual([]);
  });

  it('admits only participants, and cuts off a participant who leaves', async () => {
    const source = conversationSource(world);
    const eve = await asUser(world, { role: 'superadmin' });
    const may = (as: Person) => source.mayListen(as, conversationChannel(id));

    expect([await may(ann), await may(bob), await may(eve)]).toEqual([true, true, false]);
    await deleteConversation(bob, id, undefined);

    expect(await may(bob)).toBe(false);
    const left = ofConversation().slice(-3);
    expect(names(left)).toEqual(['listening.ended', 'message.created', 'member.left']);
    expect(left[0]).toMatchObject({ users: [bob.user.id] });
    expect(told.find(({ event }) => event === 'conversation.removed')).toMatchObject({
      users: [bob.user.id],
      data: { conversationId: id },
    });
    expect(ofConversation().find(({ event }) => event === 'member.left')?.data).toMatchObject({
      userId: bob.user.id,
      participantIds: [ann.user.id],
    });
  });

  it('shares the rate limit of typing signals with the API route', async () => {
    const source = conversationSource(world);
    const signal = (isTyping: boolean) => source.take?.(ann, conversationChannel(id), 'typing', { isTyping });
    for (let n = 0; n < 59; n++) await signal(n % 2 === 0);
    await spendQuietly(ann, 'typing');

    await expect(signal(true)).rejects.toMatchObject({ name: 'RateLimitError' });
    await expect(source.take?.(bob, conversationChannel(id), 'typing', { isTyping: 'so' })).rejects.toMatchObject({
      name: 'ValidationError',
    });
    await expect(spendQuietly(bob, 'typing')).resolves.toBeUndefined();
  });

  it('publishes nothing to the lists for a hidden conversation', async () => {
    await changeConversation(ann, id, { metadata: { hiddenFromInbox: true } });
    told = [];

    await post(ann, 'Hello');

    expect(names(told)).toEqual(['message.created']);
  });
});

describe('the channel of the conversation list', () => {
  it('sends each user a row with their own unread count, and a snapshot with the total', async () => {
    const source = inboxSource(world);
    world.clock.advance(1_000);
    await post(ann, 'Hello');
    const event = told.find((frame) => frame.event === 'conversation.upserted');
    if (!event) throw new Error('the lists were told nothing');

    const updates = await source.updatesFor?.({ ...event, id: 'evt_1', origin: 'here' }, [ann.user.id, bob.user.id]);
    const head = await source.head(bob, 'user:inbox');

    expect(updates?.get(ann.user.id)?.data).toMatchObject({ id, unreadCount: 0 });
    expect(updates?.get(bob.user.id)?.data).toMatchObject({ id, unreadCount: 1 });
    expect(head.snapshot[0]).toMatchObject({
      event: 'inbox.state',
      data: { unreadTotal: 1, changedAt: world.now().toISOString() },
    });
    expect(head.cursor).toBe(updates?.get(bob.user.id)?.cursor);
  });

  it('changes its cursor after every change of a listed message, also within one millisecond', async () => {
    const source = inboxSource(world);
    const { message } = await post(ann, 'Hello');
    world.clock.advance(1_000);
    await putConversation(world, testConversation([ann.user.id, bob.user.id], world.now()));
    const place = { conversationId: id, messageId: message.id };
    const stands = [(await source.head(bob, 'user:inbox')).cursor];
    const toldAt: unknown[] = [];
    const note = async () => {
      stands.push((await source.head(bob, 'user:inbox')).cursor);
      const event = told.findLast((frame) => frame.event === 'conversation.upserted');
      const updates = event && (await source.updatesFor?.({ ...event, id: 'evt_1', origin: 'here' }, [bob.user.id]));
      toldAt.push(updates?.get(bob.user.id)?.cursor);
    };

    world.clock.advance(1_000);
    for (const text of ['Hello, Bob', 'Hello, Robert']) {
      await editMessage(ann, place, text);
      await note();
    }
    await take(message.id, world.now().toISOString());
    await note();
    await take(message.id, null);
    await note();
    await deleteMessage(ann, place);
    await note();

    expect(new Set(stands).size).toBe(6);
    expect(toldAt).toEqual(stands.slice(1));
  });

  it('sends no updates of a conversation removed from the list until a new message arrives', async () => {
    const source = inboxSource(world);
    const direct = testConversation([ann.user.id, bob.user.id], world.now(), { type: 'direct', ownerId: null });
    await putConversation(world, direct);
    const said = (text: string) => sendMessage(bob, direct.id, sendInput.parse({ content: text }), undefined);
    const { message } = await said('Hello');
    const toldTo = async () => {
      const event = told.findLast((frame) => frame.event === 'conversation.upserted');
      if (!event) return [];
      const updates = await source.updatesFor?.({ ...event, id: 'evt_1', origin: 'here' }, event.users ?? []);
      return [...(updates?.keys() ?? [])].sort();
    };
    await deleteConversation(ann, direct.id, undefined);
    told = [];

    await markRead(ann, direct.id, {});
    const afterReading = [told.length > 0, await toldTo()];
    await editMessage(bob, { conversationId: direct.id, messageId: message.id }, 'Hello, Ann');
    const afterEdit = await toldTo();
    await said('Are you there?');

    expect(afterReading).toEqual([true, []]);
    expect(afterEdit).toEqual([bob.user.id]);
    expect(await toldTo()).toEqual([ann.user.id, bob.user.id].sort());
  });

  it('includes a ringing call in the snapshot of the callee until the call expires', async () => {
    const source = inboxSource(world);
    const talk = testConversation([ann.user.id, bob.user.id], world.now(), { type: 'direct', ownerId: null });
    await putConversation(world, talk);
    const before = await source.head(bob, 'user:inbox');
    const { answer } = await inviteCall(ann, talk.id, { media: 'video', lifetimeMs: 60_000 });

    const ringing = await source.head(bob, 'user:inbox');
    expect(ringing.cursor).not.toBe(before.cursor);
    expect(names(ringing.snapshot)).toEqual(['inbox.state', 'call.invite']);
    const { callId, expiresAt } = answer;
    const ring = { callId, conversationId: talk.id, callerId: ann.user.id, callerName: ann.user.name, media: 'video' };
    expect(ringing.snapshot[1]?.data).toEqual({ ...ring, expiresAt, iceServers: [] });
    expect(names((await source.head(ann, 'user:inbox')).snapshot)).toEqual(['inbox.state']);

    world.clock.advance(60_000);
    expect(names((await source.head(bob, 'user:inbox')).snapshot)).toEqual(['inbox.state']);
  });
});
