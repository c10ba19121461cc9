import { beforeAll, describe, expect, it } from 'vitest';
import { POST as block } from '#app/api/admin/entity-moderation/block/route.ts';
import { POST as dismiss } from '#app/api/admin/entity-moderation/dismiss/route.ts';
import { POST as restore } from '#app/api/admin/entity-moderation/restore/route.ts';
import { GET as queue } from '#app/api/admin/entity-moderation/route.ts';
import { POST as uphold } from '#app/api/admin/entity-moderation/uphold/route.ts';
import { GET as exportList } from '#app/api/admin/exports/[list]/route.ts';
import * as messages from '#app/api/conversations/[id]/messages/[messageId]/route.ts';
import * as own from '#app/api/moderation/appeals/route.ts';
import { POST as report } from '#app/api/reports/route.ts';
import { ModerationCases } from '#lib/admin/collections.ts';
import { findOwnCase } from '#lib/admin/moderation/appeals.ts';
import { listCasesWithDetails } from '#lib/admin/moderation/moderation-queue.ts';
import { AuditLog } from '#lib/audit/collections.ts';
import { Users } from '#lib/auth/collections.ts';
import type { UserContext } from '#lib/context/context.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { newestFirst } from '#lib/notifications/queries.ts';
import { createVendor } from '#lib/store/vendors/vendors.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { putConversation, putMessage, testConversation } from '#tests/support/conversations.ts';
import { openRecordingTunnel } from '#tests/support/recording-tunnel.ts';
import { everyRow } from '#tests/support/world.ts';

type Person = TestContext & UserContext;

let world: TestContext;
let admin: Person;
const recorder = openRecordingTunnel();
beforeAll(async () => {
  world = await testContext({ tunnel: recorder.tunnel });
  installRuntime(world);
  admin = await asUser(world, { role: 'admin', name: 'Ann Admin' });
});

/** Creates a message of a new author in a conversation with a reader. */
async function said() {
  const [author, reader]: [Person, Person] = [await asUser(world), await asUser(world)];
  const conversation = testConversation([author.user.id, reader.user.id], world.now());
  await putConversation(world, conversation);
  const id = await putMessage(world, conversation.id, { senderId: author.user.id, content: 'Buy my coins' });
  return { author, reader, id, conversationId: conversation.id };
}
const decide = (route: typeof block, entityId: string, more: object = {}, as = admin) =>
  call(route, { as, body: { entityId, reason: 'Against the rules', ...more } });
const appeal = (as: Person, entityId: string, text = 'It was a joke') =>
  call(own.POST, { as, body: { entityId, text } });
const casesOf = async (as: Person) => (await call(own.GET, { as })).body.cases;
const appealed = async () =>
  (await call(queue, { as: admin, query: { appeal: 'open', limit: 100 } })).body.items.map(({ entityId }) => entityId);
async function blocked() {
  const one = await said();
  expect((await decide(block, one.id)).status).toBe(200);
  return one;
}
async function underAppeal() {
  const one = await blocked();
  expect((await appeal(one.author, one.id)).status).toBe(201);
  return one;
}
async function notificationsOf({ user }: Person) {
  await world.drain();
  return (await world.data.find(newestFirst({ userId: user.id }, 10))).rows.map(({ data }) => data);
}
const actsOn = async (entityId: string) =>
  (await everyRow(world.data, AuditLog))
    .map(({ data }) => data)
    .filter(({ targetId, result }) => targetId === entityId && result === 'ok')
    .map(({ action }) => action);

describe('POST /api/moderation/appeals', () => {
  it('keeps the text with the case, shows it to admins and tells the console', async () => {
    const { author, id } = await blocked();
    recorder.take();

    const { status, body } = await appeal(author, id, '  It was a joke  ');

    expect(status).toBe(201);
    expect(body.case).toMatchObject({
      ...{ entityId: id, status: 'blocked', reason: 'Against the rules', canAppeal: false, appealState: 'open' },
      appeal: { text: 'It was a joke', decidedAt: null, reason: null },
    });
    expect(recorder.take().map(({ event }) => event)).toContain('desk.changed');
    const { items } = (await call(queue, { as: admin, query: { appeal: 'open', entityType: 'message' } })).body;
    expect(items.find(({ entityId }) => entityId === id)?.appeal).toEqual({
      ...{ text: 'It was a joke', at: body.case.appeal?.at },
    });
    expect((await call(queue, { as: admin, query: { appeal: 'open', entityType: 'vendor' } })).body.items).toEqual([]);
  });

  it('names neither reporters nor moderators nor counts to the owner', async () => {
    const { author, id } = await underAppeal();
    await decide(uphold, id);

    const text = JSON.stringify(await casesOf(author));

    for (const secret of [admin.user.id, 'Ann Admin', 'decidedBy', 'reportCount', 'score', 'version'])
      expect(text).not.toContain(secret);
  });

  it('does not exist for others, for what was never reported, and while a case is only open or dismissed', async () => {
    const { author, reader, id } = await said();
    const statuses = async () => [(await appeal(author, id)).status, (await casesOf(author)).length];
    expect(await statuses()).toEqual([404, 0]);
    await call(report, { as: reader, body: { entityId: id, reasonCode: 'spam' } });
    expect(await statuses()).toEqual([404, 0]);
    await decide(dismiss, id);
    expect(await statuses()).toEqual([404, 0]);
    await decide(block, id);
    expect((await appeal(reader, id)).status).toBe(404);
    expect((await appeal(admin, id)).status).toBe(404);
    expect(await casesOf(reader)).toEqual([]);
  });

  it('is one appeal per block, also when it is sent twice at once', async () => {
    const { author, id } = await blocked();

    const both = await Promise.all([appeal(author, id), appeal(author, id)]);

    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    expect(both.find(({ status }) => status === 409)?.body.details?.code).toBe('AppealOpen');
    await decide(uphold, id);
    expect((await appeal(author, id)).body.details?.code).toBe('AppealDecided');
  });

  it('is refused for what is not blocked any more, and possible again after a new block', async () => {
    const { author, id } = await underAppeal();
    await decide(restore, id);
    expect((await appeal(author, id)).body.details?.code).toBe('NotBlocked');

    await decide(block, id);

    expect((await casesOf(author))[0]).toMatchObject({ canAppeal: true, appealState: 'none', appeal: null });
    expect((await appeal(author, id, 'Again?')).body.case.appeal?.text).toBe('Again?');
  });

  it('is open to a restricted account and to the owner of a suspended shop', async () => {
    const [bob, seller]: [Person, Person] = [await asUser(world), await asUser(world)];
    const contact = { country: 'UA', contactEmail: 'shop@plaza.test' };
    const shop = await createVendor(world, { name: 'Coins', ...contact, ownerId: seller.user.id });
    await decide(block, bob.user.id);
    await decide(block, shop);
    expect((await world.data.need(Users, bob.user.id)).data.status).toBe('restricted');

    expect((await appeal(bob, bob.user.id)).status).toBe(201);
    expect((await appeal(seller, shop)).status).toBe(201);

    expect(await casesOf(bob)).toHaveLength(1);
    await decide(restore, bob.user.id);
    expect((await world.data.need(Users, bob.user.id)).data.status).toBe('active');
  });

  it('allows three in a day and rejects the fourth', async () => {
    const { author, id } = await blocked();
    const codes = [];
    for (const _ of [1, 2, 3, 4]) codes.push((await appeal(author, id)).status);
    expect(codes).toEqual([201, 409, 409, 429]);
  });

  it('takes 1 to 2,000 characters', async () => {
    const { author, id } = await blocked();
    expect((await appeal(author, id, '   ')).status).toBe(400);
    expect((await appeal(author, id, 'x'.repeat(2_001))).status).toBe(400);
    expect((await appeal(author, id, 'x'.repeat(2_000))).status).toBe(201);
  });
});

describe('the list of appeals in the console', () => {
  it('shows each waiting appeal, whether the reader decided, and after it the answer', async () => {
    const { id } = await underAppeal();
    const other = await asUser(world, { role: 'admin', name: 'Otto' });
    const shown = async (as: Person, status: 'appeals' | 'blocked') =>
      (await listCasesWithDetails(as, { status, limit: 100 })).cases.find(({ entityId }) => entityId === id);

    expect(await shown(admin, 'appeals')).toMatchObject({ isOwnDecision: true, decidedByName: 'Ann Admin' });
    expect(await shown(other, 'appeals')).toMatchObject({ isOwnDecision: false, answer: null });

    await decide(uphold, id, { reason: 'Still an advert' }, other);
    expect(await shown(admin, 'appeals')).toBeUndefined();
    expect(await shown(admin, 'blocked')).toMatchObject({
      appealState: 'upheld',
      answer: { reason: 'Still an advert', byName: 'Otto' },
    });
  });

  it('is a filter of the file with all cases, which holds the text of each appeal', async () => {
    const [waiting, silent] = [await underAppeal(), await blocked()];
    const { status, text } = await call(exportList, {
      as: admin,
      params: { list: 'moderation' },
      query: { status: 'appeals', type: 'message' },
    });

    expect(status).toBe(200);
    const line = text.split('\r\n').find((row) => row.includes(waiting.id));
    expect(line).toContain(',open,');
    expect(line).toContain('It was a joke');
    expect(text).not.toContain(silent.id);
  });
});

describe('the decision of an appeal', () => {
  it('upholds the block once, with one audit row and one notification', async () => {
    const { author, id } = await underAppeal();

    const first = await decide(uphold, id, { reason: 'It was no joke' });
    const again = await decide(uphold, id, { reason: 'Still none' });

    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body.item).toEqual(first.body.item);
    expect(first.body.item).toMatchObject({ status: 'blocked', appealState: 'upheld' });
    expect(await actsOn(id)).toEqual(expect.arrayContaining(['entity.blocked', 'entity.appeal-upheld']));
    expect(await actsOn(id)).toHaveLength(2);
    const told = await notificationsOf(author);
    expect(told.map(({ title }) => title).sort()).toEqual(['Your appeal was rejected', 'Your message was removed']);
    for (const { data } of told)
      expect(JSON.parse(data ?? '{}')).toEqual({ actionUrl: `/account/appeals?case=${id}#${id}`, entityId: id });
    expect((await casesOf(author))[0]?.appeal).toMatchObject({ reason: 'It was no joke' });
    expect(await appealed()).not.toContain(id);
  });

  it('grants the appeal by restoring, and notifies the owner of that alone', async () => {
    const { author, id } = await underAppeal();

    const { body } = await decide(restore, id, { reason: 'You are right' });

    expect(body.item).toMatchObject({ status: 'restored', appealState: 'granted' });
    const told = await notificationsOf(author);
    expect(told.map(({ title }) => title).sort()).toEqual(['Your appeal was granted', 'Your message was removed']);
    expect(told.map(({ message }) => message)).toContain('What was removed is back. You are right');
    expect((await casesOf(author))[0]).toMatchObject({ status: 'restored', appeal: { reason: 'You are right' } });
    expect((await decide(uphold, id)).body.details?.code).toBe('NoOpenAppeal');
  });

  it('that is overturned by a later restore keeps the reason of the block, and the owner is told the new one', async () => {
    const { author, id } = await underAppeal();
    await decide(uphold, id, { reason: 'It was no joke' });

    await decide(restore, id, { reason: 'It was one after all' });

    expect((await casesOf(author))[0]).toMatchObject({ status: 'restored', reason: 'Against the rules' });
  });

  it('is made by one of two admins who decide at once on the same version', async () => {
    const other: Person = await asUser(world, { role: 'admin' });
    const { id } = await underAppeal();
    const { version } = (await world.data.need(ModerationCases, id)).data;

    const both = await Promise.all([decide(uphold, id, { version }), decide(restore, id, { version }, other)]);

    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body.details?.code).toBe('StaleVersion');
  });

  it('needs an open appeal and a reason', async () => {
    const { id } = await blocked();
    expect((await decide(uphold, id)).body.details?.code).toBe('NoOpenAppeal');
    expect((await decide(uphold, id, { reason: '' })).status).toBe(400);
    expect((await decide(uphold, 'msg_missing')).status).toBe(404);
  });

  it('reaches the owner of a thing that they have deleted, and changes nothing of the thing', async () => {
    const { author, id, conversationId } = await said();
    await decide(block, id);
    await appeal(author, id);
    await call(messages.DELETE, { as: author, params: { id: conversationId, messageId: id }, method: 'DELETE' });

    expect((await decide(restore, id)).body.item).toMatchObject({ appealState: 'granted' });

    expect((await notificationsOf(author)).map(({ title }) => title)).toContain('Your appeal was granted');
  });
});

it('finds a case of the owner by the id in their notification, and nothing else', async () => {
  const { author, reader, id } = await blocked();
  const open = await said();
  await call(report, { as: open.reader, body: { entityId: open.id, reasonCode: 'spam' } });

  expect(await findOwnCase(author, id)).toMatchObject({ entityId: id, status: 'blocked' });
  expect(await findOwnCase(reader, id)).toBeNull();
  expect(await findOwnCase(open.author, open.id)).toBeNull();
  expect(await findOwnCase(author, '../x')).toBeNull();
});

it('reads a case from before appeals as one without', async () => {
  const { author, id } = await blocked();
  const { appeal: _, appealState: __, appealedAt: ___, ...older } = (await world.data.need(ModerationCases, id)).data;

  const upgraded = ModerationCases.migrate?.(older, 1);

  expect(upgraded).toMatchObject({ appealState: 'none', appealedAt: null, appeal: null });
  expect((await casesOf(author))[0]).toMatchObject({ appealState: 'none', canAppeal: true });
});
