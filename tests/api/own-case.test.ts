import { expect, it } from 'vitest';
import { POST as block } from '#app/api/admin/entity-moderation/block/route.ts';
import { POST as dismiss } from '#app/api/admin/entity-moderation/dismiss/route.ts';
import { POST as restore } from '#app/api/admin/entity-moderation/restore/route.ts';
import { POST as uphold } from '#app/api/admin/entity-moderation/uphold/route.ts';
import { POST as appeals } from '#app/api/moderation/appeals/route.ts';
import { POST as report } from '#app/api/reports/route.ts';
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
