import { beforeAll, describe, expect, it } from 'vitest';
import * as one from '#app/api/conversations/[id]/route.ts';
import * as conversations from '#app/api/conversations/route.ts';
import * as block from '#app/api/users/[id]/block/route.ts';
import * as blocks from '#app/api/users/blocks/route.ts';
import type { UserContext } from '#lib/context/context.ts';
import { installRuntime } from '#lib/context/runtime.ts';
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

const person = (patch = {}): Promise<Person> => asUser(world, patch);
const people = (count: number): Promise<Person[]> => Promise.all(Array.from({ length: count }, () => person()));
const idsOf = (all: readonly Person[]): string[] => all.map(({ user }) => user.id);

const make = (as: Person, body: unknown, headers: Record<string, string> = {}) =>
  call(conversations.POST, { as, body, headers });
const list = (as: Person, query: Record<string, string> = {}) => call(conversations.GET, { as, query });
const get = (as: Person, id: string) => call(one.GET, { as, params: { id } });
const change = (as: Person, id: string, body: unknown) => call(one.PUT, { as, params: { id }, body, method: 'PUT' });
const remove = (as: Person, id: string, query: Record<string, string> = {}) =>
  call(one.DELETE, { as, params: { id }, query, method: 'DELETE' });

const say = async (as: Person, id: string, content = 'Good morning') => {
  world.clock.advance(1_000);
  return sendMessage(as, id, sendInput.parse({ content }), undefined);
};

async function group(owner: Person, ...others: Person[]): Promise<string> {
  const metadata = { groupName: 'Bakers' };
  const { body } = await make(owner, { type: 'group', participantIds: idsOf(others), metadata });
  return body.conversation.id;
}

async function direct(from: Person, to: Person): Promise<string> {
  const { body } = await make(from, { type: 'direct', participantIds: [to.user.id] });
  return body.conversation.id;
}

describe('POST /api/conversations', () => {
  it('creates one direct conversation for two people, from either side and for repeated calls', async () => {
    const [ann, bob] = (await people(2)) as [Person, Person];

    const made = await make(ann, { type: 'direct', participantIds: [bob.user.id] });
    const again = await make(bob, { type: 'direct', participantIds: [ann.user.id, bob.user.id] });

    expect([made.status, again.status]).toEqual([201, 200]);
    expect(made.body.conversation).toMatchObject({
      type: 'direct',
      participantIds: [ann.user.id, bob.user.id].sort(),
      unreadCount: 0,
      muted: false,
      archived: false,
      lastMessage: null,
    });
    expect(again.body.conversation.id).toBe(made.body.conversation.id);
  });

  it('identifies a conversation by subject, kind and people', async () => {
    const [ann, bob, eve] = (await people(3)) as [Person, Person, Person];
    const about = (metadata: object, whom = bob) => ({ type: 'product', participantIds: [whom.user.id], metadata });

    const first = await make(ann, about({ productId: 'prd_mug' }));
    const same = await make(ann, about({ productId: 'prd_mug', subject: 'Mugs' }));
    const tool = await make(ann, about({ productId: 'prd_mug', kind: 'quote' }));
    const other = await make(ann, about({ productId: 'prd_mug' }, eve));

    expect([first.status, same.status, tool.status, other.status]).toEqual([201, 200, 201, 201]);
    expect(same.body.conversation.metadata).toEqual({ productId: 'prd_mug' });
    expect(new Set([first, tool, other].map(({ body }) => body.conversation.id)).size).toBe(3);
  });

  it('creates a new group each time, but one per idempotency key', async () => {
    const [ann, bob] = (await people(2)) as [Person, Person];
    const body = { type: 'group', participantIds: [bob.user.id], metadata: { groupName: '  Bakers ' } };
    const key = { 'idempotency-key': 'group-key-1' };

    const [a, b, c, d] = [
      await make(ann, body),
      await make(ann, body),
      await make(ann, body, key),
      await make(ann, body, key),
    ];

    expect([a.status, b.status, c.status, d.status]).toEqual([201, 201, 201, 200]);
    expect(a.body.conversation.metadata).toEqual({ groupName: 'Bakers' });
    expect(new Set([a, b, c, d].map((made) => made.body.conversation.id)).size).toBe(3);
    expect(a.body.conversation.role).toBe('owner');
  });

  it('rejects an invalid body and names the field', async () => {
    const [ann, bob] = (await people(2)) as [Person, Person];
    const gone = await asUser(world, { status: 'deleted' });
    const to = [bob.user.id];
    const cases: readonly [unknown, string][] = [
      [{ type: 'channel', participantIds: to }, 'type'],
      [{ type: 'direct', participantIds: [] }, 'participantIds'],
      [{ type: 'direct', participantIds: [ann.user.id] }, 'participantIds'],
      [{ type: 'direct', participantIds: ['usr_nobody'] }, 'participantIds'],
      [{ type: 'direct', participantIds: [gone.user.id] }, 'participantIds'],
      [{ type: 'group', participantIds: to }, 'metadata'],
      [{ type: 'group', participantIds: to, metadata: { groupName: ' ' } }, 'metadata.groupName'],
      [{ type: 'group', participantIds: to, metadata: { groupName: 'x'.repeat(81) } }, 'metadata.groupName'],
      [{ type: 'entity', participantIds: to, metadata: { productId: 'x' } }, 'metadata.entityId'],
      [{ type: 'opportunity', participantIds: to, metadata: {} }, 'metadata.opportunityId'],
      [{ type: 'product', participantIds: to, metadata: { productId: 1 } }, 'metadata.productId'],
      [
        { type: 'product', participantIds: to, metadata: { productId: 'x', hiddenFromInbox: 'yes' } },
        'metadata.hiddenFromInbox',
      ],
      [{ type: 'product', participantIds: to, metadata: { productId: 'x', deep: [[1]] } }, 'metadata'],
      [{ type: 'product', participantIds: to, metadata: { productId: 'x', long: 'x'.repeat(8_200) } }, 'metadata'],
    ];

    for (const [body, field] of cases) {
      const refused = await make(ann, body);
      expect([refused.status, Object.keys(refused.body.details ?? {})]).toEqual([400, [field]]);
    }
  });

  it('rejects a body over 48 KiB with 413', async () => {
    const [ann, bob] = (await people(2)) as [Person, Person];
    const id = await direct(ann, bob);
    const metadata = { groupName: 'Bakers', list: Array.from({ length: 20_000 }, () => ({})) };

    const made = await make(ann, { type: 'group', participantIds: [bob.user.id], metadata });
    const changed = await change(ann, id, { metadata });

    expect([made, changed].map(({ status, body }) => [status, body.error])).toEqual([
      [413, 'PayloadTooLarge'],
      [413, 'PayloadTooLarge'],
    ]);
  });

  it('keeps unknown metadata keys, and ignores an actor in the body', async () => {
    const [ann, bob] = (await people(2)) as [Person, Person];
    const metadata = { entityId: 'ent_1', colour: { hue: [1, 2] } };

    const { body } = await make(ann, {
      type: 'entity',
      participantIds: [bob.user.id],
      metadata,
      createdBy: bob.user.id,
    });

    expect(body.conversation).toMatchObject({ metadata, createdBy: ann.user.id });
  });

  it('refuses two people when one has blocked the other, with the same message in both directions', async () => {
    const [ann, bob, eve] = (await people(3)) as [Person, Person, Person];
    await call(block.PUT, { as: ann, params: { id: bob.user.id }, method: 'PUT' });

    const byBlocker = await make(ann, { type: 'direct', participantIds: [bob.user.id] });
    const byBlocked = await make(bob, { type: 'direct', participantIds: [ann.user.id] });
    const three = await make(bob, { type: 'group', participantIds: idsOf([ann, eve]), metadata: { groupName: 'x' } });

    expect([byBlocker.status, byBlocked.status, three.status]).toEqual([403, 403, 201]);
    expect(byBlocker.body.message).toBe(byBlocked.body.message);
    expect((await call(blocks.GET, { as: ann })).body.blocks).toMatchObject([{ userId: bob.user.id }]);
    await call(block.DELETE, { as: ann, params: { id: bob.user.id }, method: 'DELETE' });
    expect((await make(bob, { type: 'direct', participantIds: [ann.user.id] })).status).toBe(201);
  });

  it('brings back a person who has left a subject, with the earlier messages', async () => {
    const [ann, bob] = (await people(2)) as [Person, Person];
    const body = { type: 'entity', participantIds: [bob.user.id], metadata: { entityId: 'ent_2' } };
    const { id } = (await make(ann, body)).body.conversation;
    await say(ann, id);
    await remove(ann, id);
    await remove(bob, id);
    expect((await get(bob, id)).status).toBe(404);

    const again = await make(ann, body);

    expect(again.status).toBe(200);
    expect(again.body.conversation).toMatchObject({ id, unreadCount: 0, participantIds: idsOf([ann, bob]).sort() });
    expect(again.body.conversation.messageSeq).toBeGreaterThan(1);
    expect((await get(bob, id)).body.conversation.unreadCount).toBe(0);
  });
});

describe('GET /api/conversations', () => {
  it('lists the latest activity first, in pages both ways, each conversation once', async () => {
    const [ann, ...others] = (await people(6)) as [Person, ...Person[]];
    const ids: string[] = [];
    for (const other of others) {
      world.clock.advance(1_000);
      ids.unshift(await direct(ann, other));
    }

    const first = await list(ann, { limit: '2' });
    const second = await list(ann, { limit: '2', cursor: first.body.pagination.nextCursor ?? '' });
    const third = await list(ann, { limit: '2', cursor: second.body.pagination.nextCursor ?? '' });
    const back = await list(ann, { limit: '2', direction: 'after', cursor: third.body.pagination.prevCursor ?? '' });

    const shown = [first, second, third].map(({ body }) => body.conversations.map(({ id }) => id));
    expect(shown.flat()).toEqual(ids);
    expect(back.body.conversations.map(({ id }) => id)).toEqual(shown[1]);
    expect(third.body.pagination).toMatchObject({ nextCursor: null, hasMore: false });
    expect([first.body.unreadTotal, second.body.unreadTotal]).toEqual([0, undefined]);
  });

  it('counts unread messages without archived and muted conversations, and filters', async () => {
    const [ann, bob, eve] = (await people(3)) as [Person, Person, Person];
    const [withBob, withEve, circle] = [await direct(ann, bob), await direct(ann, eve), await group(ann, bob, eve)];
    await say(bob, withBob);
    await say(bob, withBob);
    await say(eve, withEve);
    await say(eve, circle);
    const idsIn = async (query: Record<string, string>) =>
      (await list(ann, query)).body.conversations.map(({ id }) => id);

    expect((await list(ann)).body.unreadTotal).toBe(4);
    await change(ann, withBob, { archived: true });
    expect((await list(ann)).body.unreadTotal).toBe(2);
    const muted = await change(ann, withEve, { muted: true });
    expect(muted.body.conversation).toMatchObject({ muted: true, mutedUntil: '9999-12-31T23:59:59.999Z' });
    expect((await list(ann)).body.unreadTotal).toBe(1);

    expect(await idsIn({})).toEqual([circle, withEve]);
    expect(await idsIn({ archived: 'true' })).toEqual([withBob]);
    expect(await idsIn({ archived: 'all', type: 'direct' })).toEqual([withEve, withBob]);
    expect(await idsIn({ unread: 'true', participantId: eve.user.id })).toEqual([circle, withEve]);
    expect(await idsIn({ unread: 'false' })).toEqual(await idsIn({}));
    expect(await idsIn({ q: 'bÁK' })).toEqual([circle]);
  });

  it('finds a direct conversation by any word of the other’s name, and a group only by its own name', async () => {
    const [ann, bob, eve] = [
      await person({ name: 'Ann' }),
      await person({ name: 'Борис Коваленко' }),
      await person({ name: 'Ève Martin' }),
    ];
    const [withBob, withEve] = [await direct(ann, bob), await direct(ann, eve)];
    await group(ann, bob, eve);
    const idsIn = async (q: string) => (await list(ann, { q })).body.conversations.map(({ id }) => id);

    expect(await idsIn('коВ')).toEqual([withBob]);
    expect(await idsIn('eve m')).toEqual([withEve]);
    expect(await idsIn('artin')).toEqual([]);
  });

  it('omits a conversation with any of the three hiding marks, and lists it once none is left', async () => {
    const [ann, bob] = (await people(2)) as [Person, Person];
    const to = [bob.user.id];
    const hidden = [
      { type: 'entity', participantIds: to, metadata: { entityId: 'a', hiddenFromInbox: true } },
      { type: 'entity', participantIds: to, metadata: { entityId: 'a', kind: 'generative_gallery' } },
      { type: 'product', participantIds: to, metadata: { productId: 'genmedia:7' } },
      { type: 'entity', participantIds: to, metadata: { entityId: 'b', subject: 'imggen:7', hiddenFromInbox: true } },
    ];
    const ids: string[] = [];
    for (const body of hidden) ids.push((await make(ann, body)).body.conversation.id);
    for (const id of ids) await say(bob, id);

    expect((await list(ann)).body).toMatchObject({ conversations: [], unreadTotal: 0 });
    expect((await list(ann, { kind: 'generative_gallery' })).body.conversations).toEqual([]);
    for (const id of ids) expect((await get(ann, id)).status).toBe(200);

    await change(ann, ids[0] ?? '', { metadata: { hiddenFromInbox: false } });
    await change(ann, ids[1] ?? '', { metadata: { kind: null } });
    await change(ann, ids[3] ?? '', { metadata: { hiddenFromInbox: null } });
    expect((await list(ann)).body.conversations.map(({ id }) => id).sort()).toEqual(ids.slice(0, 2).sort());
  });

  it('rejects contradicting and unknown filters', async () => {
    const ann = await person();
    const refused: readonly Record<string, string>[] = [
      { type: 'channel' },
      { type: 'generative' },
      { limit: '0' },
      { entityId: 'a', productId: 'b' },
      { entityId: 'a', type: 'product' },
      { cursor: 'bm90LW9uZQ' },
    ];

    for (const query of refused) expect((await list(ann, query)).status).toBe(400);
    expect((await list(ann, { limit: '1000' })).status).toBe(200);
  });
});

describe('PUT /api/conversations/{id}', () => {
  it('lets only the owner rename a group and remove people, and any participant add people', async () => {
    const [ann, bob, eve] = (await people(3)) as [Person, Person, Person];
    const id = await group(ann, bob);

    expect((await change(bob, id, { metadata: { groupName: 'Mine' } })).status).toBe(403);
    expect((await change(bob, id, { addParticipantIds: [eve.user.id] })).body.conversation.participantIds).toHaveLength(
      3,
    );
    expect((await change(bob, id, { removeParticipantIds: [eve.user.id] })).status).toBe(403);
    expect((await get(eve, id)).body.conversation.unreadCount).toBe(0);
    const renamed = await change(ann, id, { metadata: { groupName: 'Millers' }, removeParticipantIds: [eve.user.id] });

    expect(renamed.body.conversation).toMatchObject({
      metadata: { groupName: 'Millers' },
      messageSeq: 3,
      unreadCount: 3,
    });
    expect((await get(eve, id)).status).toBe(404);
    expect((await get(bob, id)).body.conversation.unreadCount).toBe(2);
  });

  it('rejects a change of the type, the people or the subject', async () => {
    const [ann, bob] = (await people(2)) as [Person, Person];
    const body = { type: 'entity', participantIds: [bob.user.id], metadata: { entityId: 'ent_9', colour: 'red' } };
    const { id } = (await make(ann, body)).body.conversation;
    const refused = [
      {},
      { type: 'group' },
      { participantIds: [ann.user.id] },
      { metadata: { entityId: 'ent_8' } },
      { addParticipantIds: [bob.user.id] },
      { muted: false, mutedUntil: '2030-01-01T00:00:00.000Z' },
    ];

    for (const input of refused) expect((await change(ann, id, input)).status).toBe(400);
    const merged = await change(ann, id, { metadata: { colour: null, subject: 'Bread' } });
    expect(merged.body.conversation.metadata).toEqual({ entityId: 'ent_9', subject: 'Bread' });
  });
});

describe('DELETE /api/conversations/{id}', () => {
  it('hides a direct conversation until the next message', async () => {
    const [ann, bob] = (await people(2)) as [Person, Person];
    const id = await direct(ann, bob);
    await say(bob, id);

    expect((await remove(ann, id)).body.mode).toBe('hidden');
    expect((await list(ann)).body).toMatchObject({ conversations: [], unreadTotal: 0 });
    expect((await list(bob)).body.conversations).toHaveLength(1);
    await say(bob, id);

    expect((await list(ann)).body.conversations).toHaveLength(1);
  });

  it('leaves a group: the longest-standing participant becomes owner, and the last one ends it', async () => {
    const [ann, bob, eve] = (await people(3)) as [Person, Person, Person];
    const id = await group(ann, bob);
    world.clock.advance(1_000);
    await change(ann, id, { addParticipantIds: [eve.user.id] });

    expect((await remove(ann, id)).body.mode).toBe('left');
    expect((await remove(ann, id)).status).toBe(404);
    expect((await get(bob, id)).body.conversation.role).toBe('owner');
    await remove(bob, id);
    expect((await get(eve, id)).body.conversation.role).toBe('owner');
    await remove(eve, id);

    expect((await get(eve, id)).status).toBe(404);
  });

  it('lets only the owner delete a group for everyone', async () => {
    const [ann, bob] = (await people(2)) as [Person, Person];
    const [id, pair] = [await group(ann, bob), await direct(ann, bob)];

    expect((await remove(bob, id, { scope: 'all' })).status).toBe(403);
    expect((await remove(ann, pair, { scope: 'all' })).status).toBe(400);
    expect((await remove(ann, id, { scope: 'all' })).body.mode).toBe('deleted');
    expect([(await get(ann, id)).status, (await get(bob, id)).status]).toEqual([404, 404]);
  });
});
