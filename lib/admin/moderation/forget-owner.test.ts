import { expect, it } from 'vitest';
import { ModerationCases } from '#lib/admin/collections.ts';
import { deleteUser } from '#lib/admin/users/delete-user.ts';
import { purgeUser } from '#lib/admin/users/purge-user.ts';
import { createVendor } from '#lib/store/vendors/vendors.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import { putConversation, putMessage, testConversation } from '#tests/support/conversations.ts';
import { openRecordingTunnel } from '#tests/support/recording-tunnel.ts';
import { appealBlock } from './appeals.ts';
import { blockEntity, dismissEntity, restoreEntity } from './moderation.ts';
import { report } from './reports.ts';

/** An account with a shop and two messages, all reported by one person, and an administrator. */
async function reportedAccount() {
  const recorder = openRecordingTunnel();
  const world = await testContext({ tunnel: recorder.tunnel });
  const [owner, reader, admin] = [await asUser(world), await asUser(world), await asUser(world, { role: 'admin' })];
  const shopId = await createVendor(world, {
    ...{ name: 'Fine Coins', country: 'UA', contactEmail: 'shop@plaza.test', ownerId: owner.user.id },
  });
  const conversation = testConversation([owner.user.id, reader.user.id], world.now());
  await putConversation(world, conversation);
  const say = () => putMessage(world, conversation.id, { senderId: owner.user.id, content: 'Buy my coins' });
  const [first, second] = [await say(), await say()];
  for (const entityId of [owner.user.id, shopId, first, second]) await report(reader, { entityId, reasonCode: 'spam' });
  const purge = async () => {
    await deleteUser(admin, owner.user.id);
    recorder.take();
    await purgeUser(world, { userId: owner.user.id });
    return recorder.take();
  };
  const caseOf = async (id: string) => (await world.data.need(ModerationCases, id)).data;
  return { world, recorder, owner, reader, admin, shopId, first, second, purge, caseOf };
}

it('S37 a purge ends the open appeal and the open cases about account and shop, and tells the console', async () => {
  const { world, recorder, owner, admin, shopId, first, second, purge, caseOf } = await reportedAccount();
  await blockEntity(admin, { entityId: first, reason: 'Against the rules' });
  await appealBlock(owner, { entityId: first, text: 'It was a joke' });
  const before = await caseOf(first);

  const told = await purge();

  expect(told).toMatchObject([{ event: 'desk.changed', data: { areas: ['moderation'] } }, { event: 'count' }]);
  expect(await caseOf(first)).toMatchObject({
    ...{ status: 'blocked', reason: null, appealState: 'none', appealedAt: null, appeal: null },
    version: before.version + 1,
  });
  for (const id of [owner.user.id, shopId])
    expect(await caseOf(id)).toMatchObject({ status: 'dismissed', decidedBy: null, decidedAt: expect.any(String) });
  expect(await caseOf(second)).toMatchObject({ status: 'open', excerpt: '' });

  await purgeUser(world, { userId: owner.user.id });
  expect(recorder.take().map(({ event }) => event)).not.toContain('desk.changed');
  expect((await caseOf(first)).version).toBe(before.version + 1);
});

it('a decision made on the case from before the purge is refused as stale', async () => {
  const { owner, admin, first, purge, caseOf } = await reportedAccount();
  await blockEntity(admin, { entityId: first, reason: 'Against the rules' });
  await appealBlock(owner, { entityId: first, text: 'It was a joke' });
  const { version } = await caseOf(first);

  await purge();

  const late = restoreEntity(admin, { entityId: first, version });
  await expect(late).rejects.toMatchObject({ code: 'StaleVersion' });
});

it('a case that ended with its account does not lower the weight of its reporters, as a dismissal does', async () => {
  const { world, reader, admin, first, second, purge, caseOf } = await reportedAccount();
  const weightOfNext = async () => {
    const other = await asUser(world);
    const conversation = testConversation([other.user.id, reader.user.id], world.now());
    await putConversation(world, conversation);
    const id = await putMessage(world, conversation.id, { senderId: other.user.id });
    await report(reader, { entityId: id, reasonCode: 'spam' });
    return (await caseOf(id)).score;
  };
  await purge();
  expect(await weightOfNext()).toBe(1);

  for (const entityId of [first, second]) await dismissEntity(admin, { entityId });
  expect(await weightOfNext()).toBe(0);
});
