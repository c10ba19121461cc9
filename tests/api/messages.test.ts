import { beforeAll, describe, expect, it } from 'vitest';
import * as reactions from '#app/api/conversations/[id]/messages/[messageId]/reactions/[emoji]/route.ts';
import * as one from '#app/api/conversations/[id]/messages/[messageId]/route.ts';
import * as messages from '#app/api/conversations/[id]/messages/route.ts';
import { GET as search } from '#app/api/conversations/[id]/messages/search/route.ts';
import * as read from '#app/api/conversations/[id]/read/route.ts';
import { GET as getConversation } from '#app/api/conversations/[id]/route.ts';
import * as typing from '#app/api/conversations/[id]/typing/route.ts';
import { GET as listConversations } from '#app/api/conversations/route.ts';
import type { UserContext } from '#lib/context/context.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { DAY_MS } from '#lib/core/time.ts';
import { blockUser } from '#lib/messaging/members/blocks.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { putConversation, putMessage, testConversation } from '#tests/support/conversations.ts';
import { openRecordingTunnel } from '#tests/support/recording-tunnel.ts';
import { textFile, uploadOne } from '#tests/support/upload.ts';

type Person = TestContext & UserContext;

let world: TestContext;
const recorder = openRecordingTunnel();
beforeAll(async () => {
  world = await testContext({ tunnel: recorder.tunnel });
  installRuntime(world);
});

const person = (patch = {}): Promise<Person> => asUser(world, patch);

/** Inserts an empty group of these people. */
async function talk(...people: Person[]): Promise<string> {
  const conversation = testConversation(
    people.map(({ user }) => user.id),
    world.now(),
  );
  await putConversation(world, conversation);
  return conversation.id;
}

const send = (as: Person, id: string, body: object, headers = {}) =>
  call(messages.POST, { as, params: { id }, body, headers });
const page = (as: Person, id: string, query = {}) => call(messages.GET, { as, params: { id }, query });
const edit = (as: Person, id: string, messageId: string, content: string) =>
  call(one.PUT, { as, params: { id, messageId }, body: { content }, method: 'PUT' });
const remove = (as: Person, id: string, messageId: string) =>
  call(one.DELETE, { as, params: { id, messageId }, method: 'DELETE' });
const react = (as: Person, id: string, messageId: string, emoji: string, method: 'PUT' | 'DELETE' = 'PUT') =>
  call(method === 'PUT' ? reactions.PUT : reactions.DELETE, { as, params: { id, messageId, emoji }, method });
const markRead = (as: Person, id: string, body: object = {}) => call(read.POST, { as, params: { id }, body });
const unreadOf = async (as: Person, id: string) =>
  (await call(getConversation, { as, params: { id } })).body.conversation.unreadCount;

describe('a reply', () => {
  it('marks the conversation read, and publishes that unless read receipts are off', async () => {
    for (const readReceipts of [true, false]) {
      const [ann, bob] = [await person(), await person({ readReceipts })];
      const id = await talk(ann, bob);
      await send(ann, id, { content: 'Are you there?' });
      recorder.take();

      await send(bob, id, { content: 'Yes' });
      const first = recorder.take().filter(({ event }) => event === 'read.updated');
      await send(bob, id, { content: 'And you?' });

      const told = { channel: `conversation:${id}`, data: { userId: bob.user.id, lastReadSeq: 2 } };
      expect(first).toMatchObject(readReceipts ? [told] : []);
      expect(recorder.take().map(({ event }) => event)).not.toContain('read.updated');
      const { me } = (await call(read.GET, { as: bob, params: { id } })).body;
      expect(me).toMatchObject({ lastReadSeq: 3, lastReadAt: world.now().toISOString() });
    }
  });
});

describe('POST /api/conversations/{id}/messages', () => {
  it('numbers messages, returns their mentions, and shows the newest in the list', async () => {
    const [ann, bob, eve] = [await person(), await person(), await person()];
    const id = await talk(ann, bob);
    world.clock.advance(1_000);

    const first = await send(ann, id, { content: `Hello <@${bob.user.id}> and <@${eve.user.id}>` });
    const second = await send(bob, id, { content: 'Hi', replyToId: first.body.message.id });

    expect([first.status, second.status]).toEqual([201, 201]);
    expect(first.body.message).toMatchObject({ seq: 1, senderId: ann.user.id, type: 'text', mentions: [bob.user.id] });
    expect(second.body.message).toMatchObject({ seq: 2, replyToId: first.body.message.id });
    expect(first.body.message).not.toHaveProperty('bodyHash');
    const { conversations, unreadTotal } = (await call(listConversations, { as: ann })).body;
    expect(conversations[0]).toMatchObject({ id, messageSeq: 2, lastMessage: { preview: 'Hi' }, unreadCount: 1 });
    expect(unreadTotal).toBe(1);
    expect(await unreadOf(bob, id)).toBe(0);
  });

  it('creates one message per key, even after its deletion, and responds with 409 to another body', async () => {
    const [ann, bob] = [await person(), await person()];
    const id = await talk(ann, bob);
    const body = { content: 'Once', clientMessageId: 'key-of-ann-1' };

    const first = await send(ann, id, body);
    const again = await send(ann, id, { content: 'Once' }, { 'idempotency-key': 'key-of-ann-1' });
    const other = await send(ann, id, { ...body, content: 'Twice' });
    const ofBob = await send(bob, id, body);
    await remove(ann, id, first.body.message.id);
    const gone = await send(ann, id, body);

    expect([first.status, again.status, other.status, ofBob.status, gone.status]).toEqual([201, 200, 409, 201, 200]);
    expect(again.body.message).toEqual(first.body.message);
    expect(gone.body.message).toMatchObject({ content: '', deletedAt: expect.any(String) });
    expect((await send(ann, id, body, { 'idempotency-key': 'another-key' })).status).toBe(400);
  });

  it('rejects invalid content', async () => {
    const [ann, bob] = [await person(), await person()];
    const [id, other] = [await talk(ann, bob), await talk(ann)];
    const elsewhere = (await send(ann, other, { content: 'Elsewhere' })).body.message.id;
    const refused: readonly [object, number][] = [
      [{}, 400],
      [{ content: '  ' }, 400],
      [{ content: '\u200b\u2060\ufe0f' }, 400],
      [{ content: 'x'.repeat(8_001) }, 400],
      [{ content: 'x', type: 'shout' }, 400],
      [{ content: 'x', type: 'system' }, 403],
      [{ content: 'x', replyToId: elsewhere }, 400],
      [{ content: 'x', clientMessageId: 'short' }, 400],
      [{ content: 'x', metadata: { a: 'x'.repeat(9_000) } }, 400],
      [{ content: 'x', metadata: { a: 'x'.repeat(70_000) } }, 413],
    ];

    for (const [body, status] of refused) expect((await send(ann, id, body)).status).toBe(status);
  });

  it('refuses both of two people when one has blocked the other, but not in a group', async () => {
    const [ann, bob, eve] = [await person(), await person(), await person()];
    const [pair, three] = [await talk(ann, bob), await talk(ann, bob, eve)];
    await blockUser(ann, bob.user.id);

    const refused = [await send(ann, pair, { content: 'x' }), await send(bob, pair, { content: 'x' })];

    expect(refused.map(({ status }) => status)).toEqual([403, 403]);
    expect(refused[0]?.body.message).toBe(refused[1]?.body.message);
    expect((await call(typing.POST, { as: bob, params: { id: pair }, body: {} })).status).toBe(403);
    expect((await send(bob, three, { content: 'x' })).status).toBe(201);
  });
});

describe('GET /api/conversations/{id}/messages', () => {
  it('pages both ways and around a message, oldest first', async () => {
    const [ann, bob] = [await person(), await person()];
    const id = await talk(ann, bob);
    const ids: string[] = [];
    for (let at = 0; at < 7; at++) ids.push(await putMessage(world, id, { senderId: bob.user.id }));
    const seqs = ({ body }: Awaited<ReturnType<typeof page>>) => body.messages.map(({ seq }) => seq);

    const newest = await page(ann, id, { limit: 3 });
    const older = await page(ann, id, {
      limit: 3,
      cursor: newest.body.pagination.nextCursor ?? '',
      direction: 'older',
    });
    const back = await page(ann, id, { limit: 3, cursor: older.body.pagination.prevCursor ?? '', direction: 'after' });
    const oldest = await page(ann, id, { limit: 3, direction: 'forward' });
    const around = await page(ann, id, { limit: 3, around: ids[3] ?? '' });

    expect([newest, older, back, oldest, around].map(seqs)).toEqual([
      [5, 6, 7],
      [2, 3, 4],
      [5, 6, 7],
      [1, 2, 3],
      [3, 4, 5],
    ]);
    expect(newest.body.pagination).toMatchObject({ prevCursor: null, hasMoreBefore: true, hasMoreAfter: false });
    expect(oldest.body.pagination).toMatchObject({ prevCursor: null, hasMoreBefore: false, hasMoreAfter: true });
    expect(around.body.pagination).toMatchObject({ nextCursor: '5', prevCursor: '3' });
    for (const query of [
      { around: 'msg_none' },
      { cursor: 'x' },
      { limit: 0 },
      { direction: 'up' },
      { around: 'a', cursor: 1 },
    ])
      expect((await page(ann, id, query)).status).toBe(400);
  });
});

describe('PUT and DELETE /api/conversations/{id}/messages/{messageId}', () => {
  it('lets only the sender edit a text, for a day', async () => {
    const [ann, bob] = [await person(), await person()];
    const id = await talk(ann, bob);
    const { message } = (await send(bob, id, { content: 'Helo' })).body;

    expect((await edit(ann, id, message.id, 'Hello')).status).toBe(403);
    const edited = await edit(bob, id, message.id, 'Hello');
    expect(edited.body.message).toMatchObject({ content: 'Hello', seq: message.seq, editedAt: expect.any(String) });
    expect(edited.body.message.rev).toBeGreaterThan(message.rev);
    expect((await edit(bob, id, message.id, 'Hello')).body.message.rev).toBe(edited.body.message.rev);
    expect((await edit(bob, id, 'msg_none', 'Hello')).status).toBe(404);
    const bodyless = (as: Person, messageId: string) =>
      call(one.PUT, { as, params: { id, messageId }, body: {}, method: 'PUT' });
    const statuses = [bodyless(bob, 'msg_none'), bodyless(ann, message.id), bodyless(bob, message.id)];
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([404, 403, 400]);
    world.clock.advance(DAY_MS + 1);
    expect((await edit(bob, id, message.id, 'Late')).status).toBe(409);
  });

  it('allows an empty text only in a message with a file', async () => {
    const [ann, bob] = [await person(), await person()];
    const id = await talk(ann, bob);
    const file = await uploadOne(ann, textFile('mine'));
    const bare = (await send(ann, id, { content: 'Hello' })).body.message;
    const withFile = (await send(ann, id, { content: 'Look', attachments: [file.id] })).body.message;

    for (const content of ['', '   ', '\n']) {
      const refused = await edit(ann, id, bare.id, content);
      expect([refused.status, refused.body.details]).toEqual([400, { content: 'must not be empty' }]);
    }

    expect((await edit(ann, id, withFile.id, '')).body.message).toMatchObject({ content: '', attachments: [{}] });
  });

  it('leaves a numbered tombstone when the sender or the group’s owner deletes a message', async () => {
    const [owner, bob, eve] = [await person(), await person(), await person()];
    const id = await talk(owner, bob, eve);
    const [a, b] = [
      (await send(bob, id, { content: 'One' })).body.message,
      (await send(bob, id, { content: 'Two' })).body.message,
    ];

    expect((await remove(eve, id, a.id)).status).toBe(403);
    expect((await remove(bob, id, a.id)).body).toEqual({ deleted: true, messageId: a.id });
    expect((await remove(owner, id, b.id)).status).toBe(200);
    expect((await remove(owner, id, b.id)).status).toBe(200);

    const { body } = await page(eve, id);
    expect(body.messages.map(({ seq, content, deletedAt }) => [seq, content, deletedAt !== null])).toEqual([
      [1, '', true],
      [2, '', true],
    ]);
    expect(await unreadOf(eve, id)).toBe(2);
    expect((await edit(bob, id, a.id, 'Again')).status).toBe(409);
  });
});

describe('/api/conversations/{id}/messages/{messageId}/reactions/{emoji}', () => {
  it('keeps each person’s emoji once, and rejects what is not an emoji', async () => {
    const [ann, bob] = [await person(), await person()];
    const id = await talk(ann, bob);
    const { id: messageId, rev } = (await send(ann, id, { content: 'Bread is ready' })).body.message;

    await react(ann, id, messageId, '👍🏽');
    await react(bob, id, messageId, '👍🏽');
    const twice = await react(bob, id, messageId, '👍🏽');
    const without = await react(ann, id, messageId, '👍🏽', 'DELETE');

    expect(twice.body.message).toMatchObject({ rev: rev + 2, reactions: { '👍🏽': [ann.user.id, bob.user.id] } });
    expect(without.body.message.reactions).toEqual({ '👍🏽': [bob.user.id] });
    const none = ['x', '👍👍', '__proto__', '1', 'a\u20e3', '\u{1f1fa}', `😀${'\u0301'.repeat(20)}`];
    for (const emoji of none) expect((await react(ann, id, messageId, emoji)).status).toBe(400);
    for (const emoji of ['❤️', '❤', '🇺🇦', '1️⃣', '👩‍👩‍👧'])
      expect((await react(ann, id, messageId, emoji)).status).toBe(200);
  });
});

describe('/api/conversations/{id}/read', () => {
  it('moves the read position forward only, unless asked to mark unread', async () => {
    const [ann, bob] = [await person(), await person()];
    const id = await talk(ann, bob);
    const ids: string[] = [];
    for (let at = 0; at < 4; at++) ids.push((await send(bob, id, { content: `No ${at}` })).body.message.id);

    expect((await markRead(ann, id, { seq: 2 })).body).toMatchObject({
      lastReadSeq: 2,
      lastReadMessageId: ids[1],
      unreadCount: 2,
      totalUnread: 2,
    });
    expect((await markRead(ann, id, { messageId: ids[0] })).body).toMatchObject({ lastReadSeq: 2 });
    expect((await markRead(ann, id, { seq: 99 })).body).toMatchObject({
      lastReadSeq: 4,
      unreadCount: 0,
      totalUnread: 0,
    });
    expect((await markRead(ann, id, { unread: true, messageId: ids[2] })).body).toMatchObject({
      lastReadSeq: 2,
      unreadCount: 2,
    });
    expect((await markRead(ann, id)).body).toMatchObject({ lastReadSeq: 4, lastReadMessageId: ids[3] });
    expect((await markRead(ann, id, { messageId: 'msg_none' })).status).toBe(400);
  });

  it('returns the read positions of others, except with read receipts off', async () => {
    const [ann, bob, eve] = [await person(), await person(), await person({ readReceipts: false })];
    const id = await talk(ann, bob, eve);
    await send(ann, id, { content: 'Hello' });
    await markRead(bob, id);
    await markRead(eve, id);

    const state = async (as: Person) => (await call(read.GET, { as, params: { id } })).body;
    expect((await state(ann)).participants).toEqual([
      { userId: bob.user.id, lastReadSeq: 1, lastReadAt: expect.any(String) },
    ]);
    expect(await state(eve)).toMatchObject({ me: { lastReadSeq: 1, unreadCount: 0 }, participants: [] });
  });
});

describe('/api/conversations/{id}/typing', () => {
  it('ends after ten seconds, when taken back, and with the message', async () => {
    const [ann, bob] = [await person(), await person()];
    const id = await talk(ann, bob);
    const type = (body: object = {}) => call(typing.POST, { as: ann, params: { id }, body });
    const seen = async (as: Person) => (await call(typing.GET, { as, params: { id } })).body.typing;

    const { expiresAt } = (await type()).body;
    expect(await seen(bob)).toEqual([{ userId: ann.user.id, expiresAt }]);
    expect(await seen(ann)).toEqual([]);
    world.clock.advance(2_000);
    expect((await type()).body.expiresAt).toBe(expiresAt);
    world.clock.advance(8_000);
    expect(await seen(bob)).toEqual([]);
    await type();
    await type({ isTyping: false });
    expect(await seen(bob)).toEqual([]);
    await type();
    await send(ann, id, { content: 'Done' });
    expect(await seen(bob)).toEqual([]);
  });
});

describe('GET /api/conversations/{id}/messages/search', () => {
  it('finds all words in one conversation, newest first, and no deleted message', async () => {
    const [ann, bob] = [await person(), await person()];
    const [id, other] = [await talk(ann, bob), await talk(ann)];
    const said = ['Fresh bread today', 'Fresh BREADS and rolls', 'Only rolls', 'Хліб свіжий'];
    const ids: string[] = [];
    for (const content of said) ids.push((await send(bob, id, { content })).body.message.id);
    await send(ann, other, { content: 'Fresh bread elsewhere' });
    await world.drain();
    const find = async (q: string) =>
      (await call(search, { as: ann, params: { id }, query: { q } })).body.messages.map(({ content }) => content);

    expect(await find('fresh brea')).toEqual([said[1], said[0]]);
    expect(await find('хліб')).toEqual([said[3]]);
    await edit(bob, id, ids[0] ?? '', 'Stale cake');
    await remove(bob, id, ids[1] ?? '');
    await world.drain();

    expect(await find('fresh')).toEqual([]);
    expect(await find('stale')).toEqual(['Stale cake']);
    expect((await call(search, { as: ann, params: { id }, query: { q: 'x' } })).status).toBe(400);
  });
});
