import { expect, it } from 'vitest';
import { GET as desk } from '#app/api/admin/desk/route.ts';
import { POST as block } from '#app/api/admin/entity-moderation/block/route.ts';
import { POST as dismiss } from '#app/api/admin/entity-moderation/dismiss/route.ts';
import { POST as restore } from '#app/api/admin/entity-moderation/restore/route.ts';
import { GET as queue } from '#app/api/admin/entity-moderation/route.ts';
import { POST as uphold } from '#app/api/admin/entity-moderation/uphold/route.ts';
import { GET as exportList } from '#app/api/admin/exports/[list]/route.ts';
import { POST as appeals } from '#app/api/moderation/appeals/route.ts';
import { POST as report } from '#app/api/reports/route.ts';
import { ModerationCases } from '#lib/admin/collections.ts';
import { readCase } from '#lib/admin/moderation/case-page.ts';
import { newCase } from '#lib/admin/moderation/moderation.ts';
import { listCasesWithDetails } from '#lib/admin/moderation/moderation-queue.ts';
import { caseLists } from '#lib/admin/moderation/values.ts';
import { listUserCases } from '#lib/admin/users/person.ts';
import { AuditLog } from '#lib/audit/collections.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { from } from '#lib/data/query.ts';
import { call } from '#tests/support/call.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import { putConversation, putMessage, testConversation } from '#tests/support/conversations.ts';

it('a case about an admin’s own message is decided by another admin, and each refusal is on record', async () => {
  const world = await testContext();
  installRuntime(world);
  const admin = await asUser(world, { role: 'admin' });
  const [author, reader] = [await asUser(world, { role: 'admin' }), await asUser(world)];
  const conversation = testConversation([author.user.id, reader.user.id], world.now());
  await putConversation(world, conversation);
  const id = await putMessage(world, conversation.id, { senderId: author.user.id, content: 'Buy my coins' });
  await call(report, { as: reader, body: { entityId: id, reasonCode: 'spam' } });
  const asAuthor = async (route: typeof block) => {
    const { status, body } = await call(route, { as: author, body: { entityId: id, reason: 'It is mine' } });
    return `${status} ${body.details?.code ?? ''}`;
  };

  expect(await asAuthor(block)).toBe('403 OwnCase');
  expect(await asAuthor(dismiss)).toBe('403 OwnCase');
  expect((await call(block, { as: admin, body: { entityId: id, reason: 'Against the rules' } })).status).toBe(200);
  expect((await call(appeals, { as: author, body: { entityId: id, text: 'A joke' } })).status).toBe(201);
  expect(await asAuthor(uphold)).toBe('403 OwnCase');
  expect(await asAuthor(restore)).toBe('403 OwnCase');

  const acts = await world.data.find(from(AuditLog).where('targetId', '==', id).orderBy('at', 'desc').limit(10));
  expect(acts.rows.map(({ data }) => `${data.action} ${data.result}`).sort()).toEqual([
    'entity.appeal-upheld denied',
    'entity.blocked denied',
    'entity.blocked ok',
    'entity.dismissed denied',
    'entity.restored denied',
  ]);
});

it('an admin reads no report about their own message in any list, file or page, before and after the decision', async () => {
  const world = await testContext();
  installRuntime(world);
  const [author, admin, reader] = [
    await asUser(world, { role: 'admin' }),
    await asUser(world, { role: 'admin' }),
    await asUser(world),
  ];
  const conversation = testConversation([author.user.id, reader.user.id], world.now());
  await putConversation(world, conversation);
  const id = await putMessage(world, conversation.id, { senderId: author.user.id, content: 'Buy my coins' });
  const comment = 'They sell fakes';
  await call(report, { as: reader, body: { entityId: id, reasonCode: 'spam', comment } });
  type Admin = typeof author;
  const places = async (as: Admin) => {
    const lists = caseLists.map((status) => listCasesWithDetails(as, { status, limit: 100 }));
    const files = caseLists.map((status) =>
      call(exportList, { as, params: { list: 'moderation' }, query: { status } }).then(({ text }) => text),
    );
    const answers = ['', 'appeal=open'].map(async (query) => (await call(queue, { as, query })).body.items);
    const tab = listUserCases(as, author.user.id, { limit: 100 });
    return (await Promise.all([...lists, ...files, ...answers, tab])).map((place) => JSON.stringify(place));
  };
  const showing = async (as: Admin) => (await places(as)).filter((text) => text.includes(id)).length;

  expect([await showing(author), await showing(admin)]).toEqual([0, 4]);
  await expect(readCase(author, id)).rejects.toMatchObject({ name: 'NotFound' });
  expect(await readCase(admin, id)).toMatchObject({ item: { comments: [{ text: comment }] } });

  await call(block, { as: admin, body: { entityId: id, reason: 'Against the rules' } });
  await call(appeals, { as: author, body: { entityId: id, text: 'A joke' } });

  expect([await showing(author), await showing(admin)]).toEqual([0, 6]);
  expect(await readCase(author, id)).toBe('own');
});

it('an admin learns from no refusal whether there is a case about their own message', async () => {
  const world = await testContext();
  installRuntime(world);
  const [author, reader] = [await asUser(world, { role: 'admin' }), await asUser(world)];
  const conversation = testConversation([author.user.id, reader.user.id], world.now());
  await putConversation(world, conversation);
  const say = () => putMessage(world, conversation.id, { senderId: author.user.id, content: 'Buy my coins' });
  const [reported, quiet] = [await say(), await say()];
  await call(report, { as: reader, body: { entityId: reported, reasonCode: 'spam' } });

  for (const route of [block, dismiss, restore, uphold]) {
    const refusals = [reported, quiet].map(async (entityId) => {
      const { status, body } = await call(route, { as: author, body: { entityId, reason: 'It is mine' } });
      const { rows } = await world.data.find(
        from(AuditLog).where('targetId', '==', entityId).orderBy('at', 'desc').limit(10),
      );
      return { status, details: body.details, denied: rows.map(({ data }) => `${data.action} ${data.result}`).sort() };
    });
    const [one, other] = await Promise.all(refusals);
    expect(one).toMatchObject({ status: 403, details: { code: 'OwnCase' } });
    expect(other).toEqual(one);
  }
});

it('an admin’s own cases wait for others only, and so does the appeal against a block of theirs', async () => {
  const world = await testContext();
  installRuntime(world);
  const [author, admin, reader] = [
    await asUser(world, { role: 'admin' }),
    await asUser(world, { role: 'admin' }),
    await asUser(world),
  ];
  const conversation = testConversation([author.user.id, reader.user.id], world.now());
  await putConversation(world, conversation);
  const say = () => putMessage(world, conversation.id, { senderId: author.user.id, content: 'Buy my coins' });
  const [first, second] = [await say(), await say()];
  for (const entityId of [first, second]) await call(report, { as: reader, body: { entityId, reasonCode: 'spam' } });
  await call(block, { as: admin, body: { entityId: first, reason: 'Against the rules' } });
  await call(appeals, { as: author, body: { entityId: first, text: 'A joke' } });
  const waiting = async (as: typeof author) => {
    const { moderation, appeals: appealed } = (await call(desk, { as })).body.counts;
    return { moderation, appealed };
  };

  expect(await waiting(admin)).toEqual({ moderation: 1, appealed: 1 });
  expect(await waiting(author)).toEqual({ moderation: 0, appealed: 0 });
});

it('pages of cases are full without the reader’s own among them, and the last one leads nowhere', async () => {
  const world = await testContext();
  installRuntime(world);
  const admin = await asUser(world, { role: 'admin' });
  // Seven of theirs and four of others, in the order of the queue: the last ones are their own.
  const owners = ['own', 'own', 'other', 'own', 'own', 'own', 'other', 'other', 'other', 'own', 'own'];
  for (const [at, owner] of owners.entries()) {
    const id = `msg_${at}`;
    const found = { type: 'message', id, title: 'Message', excerpt: '', isGone: false, lanes: [] } as const;
    const ownerId = owner === 'own' ? admin.user.id : 'usr_other';
    const row = newCase({ ...found, ownerId }, 'report', world.now().toISOString());
    await world.data.create(ModerationCases, id, { ...row, score: 100 - at, version: 1 });
  }
  const pages = async (limit: number) => {
    const seen: string[][] = [];
    let cursor: string | null = null;
    do {
      const asked: { limit: number; cursor?: string } = cursor === null ? { limit } : { limit, cursor };
      const { body } = await call(queue, { as: admin, query: asked });
      const listed = await listCasesWithDetails(admin, { status: 'open', ...asked });
      expect(listed.cases.map(({ entityId }) => entityId)).toEqual(body.items.map(({ entityId }) => entityId));
      expect(listed.nextCursor).toBe(body.nextCursor);
      seen.push(body.items.map(({ entityId }) => entityId));
      cursor = body.nextCursor;
    } while (cursor !== null);
    return seen;
  };

  expect(await pages(1)).toEqual([['msg_2'], ['msg_6'], ['msg_7'], ['msg_8']]);
  expect(await pages(2)).toEqual([
    ['msg_2', 'msg_6'],
    ['msg_7', 'msg_8'],
  ]);
  expect(await pages(3)).toEqual([['msg_2', 'msg_6', 'msg_7'], ['msg_8']]);
  expect(await pages(4)).toEqual([['msg_2', 'msg_6', 'msg_7', 'msg_8']]);
  expect(await pages(50)).toEqual([['msg_2', 'msg_6', 'msg_7', 'msg_8']]);
});
