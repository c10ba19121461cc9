import { expect, it } from 'vitest';
import { POST as block } from '#app/api/admin/entity-moderation/block/route.ts';
import { POST as dismiss } from '#app/api/admin/entity-moderation/dismiss/route.ts';
import { POST as restore } from '#app/api/admin/entity-moderation/restore/route.ts';
import { GET as queue } from '#app/api/admin/entity-moderation/route.ts';
import { POST as uphold } from '#app/api/admin/entity-moderation/uphold/route.ts';
import { GET as exportList } from '#app/api/admin/exports/[list]/route.ts';
import { POST as appeals } from '#app/api/moderation/appeals/route.ts';
import { POST as report } from '#app/api/reports/route.ts';
import { readCase } from '#lib/admin/moderation/case-page.ts';
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
