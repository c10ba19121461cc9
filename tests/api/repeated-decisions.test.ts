import { expect, it } from 'vitest';
import { POST as block } from '#app/api/admin/entity-moderation/block/route.ts';
import { POST as uphold } from '#app/api/admin/entity-moderation/uphold/route.ts';
import { POST as appeal } from '#app/api/moderation/appeals/route.ts';
import { POST as report } from '#app/api/reports/route.ts';
import { ModerationCases } from '#lib/admin/collections.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { call } from '#tests/support/call.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import { putConversation, putMessage, testConversation } from '#tests/support/conversations.ts';

it('a decision keeps its first words when two admins block or uphold on the same version, and the second is told', async () => {
  const world = await testContext();
  installRuntime(world);
  const [admin, other] = [await asUser(world, { role: 'admin' }), await asUser(world, { role: 'admin' })];
  const [author, reader] = [await asUser(world), await asUser(world)];
  const conversation = testConversation([author.user.id, reader.user.id], world.now());
  await putConversation(world, conversation);
  const say = () => putMessage(world, conversation.id, { senderId: author.user.id, content: 'Buy my coins' });
  const [reported, appealed] = [await say(), await say()];
  await call(report, { as: reader, body: { entityId: reported, reasonCode: 'spam' } });
  await call(block, { as: admin, body: { entityId: appealed, reason: 'Against the rules' } });
  await call(appeal, { as: author, body: { entityId: appealed, text: 'A joke' } });
  const caseOf = async (entityId: string) => (await world.data.need(ModerationCases, entityId)).data;

  for (const [route, entityId] of [[block, reported] as const, [uphold, appealed] as const]) {
    const { version } = await caseOf(entityId);
    const decide = (as: typeof admin, reason: string, seen: number) =>
      call(route, { as, body: { entityId, reason, version: seen } });
    const first = await decide(admin, 'An advert', version);
    expect(first.body.item.version).toBe(version + 1);
    expect((await decide(other, 'An advert', version)).body).toEqual(first.body);
    expect((await decide(other, 'A fraud', version)).body.details?.code).toBe('StaleVersion');
    expect((await decide(other, 'A fraud', version + 1)).body).toEqual(first.body);
  }
  expect([(await caseOf(reported)).reason, (await caseOf(appealed)).appeal?.reason]).toEqual([
    'An advert',
    'An advert',
  ]);
});
