import { beforeAll, describe, expect, it } from 'vitest';
import { POST as block } from '#app/api/admin/entity-moderation/block/route.ts';
import { POST as dismiss } from '#app/api/admin/entity-moderation/dismiss/route.ts';
import { POST as restore } from '#app/api/admin/entity-moderation/restore/route.ts';
import { GET as queue } from '#app/api/admin/entity-moderation/route.ts';
import { GET as openFile } from '#app/api/attachments/[id]/route.ts';
import * as one from '#app/api/conversations/[id]/messages/[messageId]/route.ts';
import * as messages from '#app/api/conversations/[id]/messages/route.ts';
import { POST as report } from '#app/api/reports/route.ts';
import type { UserContext } from '#lib/context/context.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { clearAttachments } from '#lib/messaging/attachments/attachment-gc.ts';
import { newestFirst } from '#lib/notifications/queries.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { putConversation, testConversation } from '#tests/support/conversations.ts';
import { textFile, uploadOne } from '#tests/support/upload.ts';

type Person = TestContext & UserContext;

let world: TestContext;
let admin: Person;
beforeAll(async () => {
  world = await testContext({ vars: { MODERATION_AUTO_HIDE_REPORTS: '2' } });
  installRuntime(world);
  admin = await asUser(world, { role: 'admin' });
});

/** Creates a group in which the first person has sent a message with a file. */
async function said() {
  const people = await Promise.all([1, 2, 3].map((): Promise<Person> => asUser(world)));
  const [author, bob, eve] = people as [Person, Person, Person];
  const conversation = testConversation(
    people.map(({ user }) => user.id),
    world.now(),
  );
  await putConversation(world, conversation);
  const file = await uploadOne(author, textFile('mine'));
  const body = { content: 'Buy my coins', attachments: [file.id] };
  const sent = await call(messages.POST, { as: author, params: { id: conversation.id }, body });
  return { author, bob, eve, id: conversation.id, messageId: sent.body.message.id, fileId: file.id };
}

const tell = async (as: Person, entityId: string) =>
  expect((await call(report, { as, body: { entityId, reasonCode: 'spam' } })).status).toBe(202);
const decide = (route: typeof block, entityId: string, more: object = { reason: 'Against the rules' }) =>
  call(route, { as: admin, body: { entityId, ...more } });
const remove = (as: Person, id: string, messageId: string) =>
  call(one.DELETE, { as, params: { id, messageId }, method: 'DELETE' });
const shown = async (as: Person, id: string) => (await call(messages.GET, { as, params: { id } })).body.messages[0];
const waits = async (entityId: string) =>
  (await call(queue, { as: admin, query: { limit: 100 } })).body.items.some((item) => item.entityId === entityId);
const opens = async (as: Person, id: string) => (await call(openFile, { as, params: { id } })).status;

describe('a case whose content the author deleted', () => {
  it('can be decided either way for a message, and leaves the tombstone unchanged', async () => {
    for (const [route, status] of [
      [block, 'blocked'],
      [dismiss, 'dismissed'],
    ] as const) {
      const { author, bob, id, messageId } = await said();
      await tell(bob, messageId);
      await remove(author, id, messageId);
      const before = await shown(bob, id);

      const decided = await decide(route, messageId);

      expect([decided.status, decided.body.item?.status]).toEqual([200, status]);
      expect(decided.body.item.excerpt).toBe('Buy my coins');
      expect(await shown(bob, id)).toEqual(before);
      expect(await waits(messageId)).toBe(false);
    }
  });

  it('can be decided for a file, even one already removed from the store', async () => {
    for (const isCleared of [false, true]) {
      const { author, bob, id, messageId, fileId } = await said();
      await tell(bob, fileId);
      await remove(author, id, messageId);
      if (isCleared) await clearAttachments(world);

      const decided = await decide(block, fileId);

      expect([decided.status, decided.body.item?.status]).toEqual([200, 'blocked']);
      expect((await decide(restore, fileId)).body.item?.status).toBe('restored');
      expect(await waits(fileId)).toBe(false);
    }
  });

  it('notifies the author of the removal, but not of a restore that restores nothing', async () => {
    const { author, bob, id, messageId } = await said();
    await tell(bob, messageId);
    await remove(author, id, messageId);

    await decide(block, messageId);
    await decide(restore, messageId);

    await world.drain();
    const { rows } = await world.data.find(newestFirst({ userId: author.user.id, status: 'unread' }, 10));
    expect(rows.map(({ data }) => data.title)).toEqual(['Your message was removed']);
  });

  it('shows a hidden message as deleted by its author once the case is dismissed', async () => {
    const { author, bob, eve, id, messageId } = await said();
    await tell(bob, messageId);
    await tell(eve, messageId);
    await remove(author, id, messageId);
    expect((await shown(bob, id))?.metadata).toEqual({ kind: 'moderated' });

    await decide(dismiss, messageId, {});

    expect(await shown(bob, id)).toMatchObject({ content: '', metadata: {}, deletedAt: expect.any(String) });
  });

  it('does not exist for deleted content that was never reported', async () => {
    const { author, id, messageId, fileId } = await said();
    await remove(author, id, messageId);

    for (const entityId of [messageId, fileId]) expect((await decide(block, entityId)).status).toBe(404);
  });
});

describe('a blocked message', () => {
  it('hides its files from everyone, and restoring shows them again', async () => {
    const { author, bob, id, messageId, fileId } = await said();
    const statuses = () => Promise.all([author, bob].map((as) => opens(as, fileId)));
    expect(await statuses()).toEqual([200, 200]);

    await decide(block, messageId);

    expect(await statuses()).toEqual([404, 404]);
    expect((await call(report, { as: bob, body: { entityId: fileId, reasonCode: 'spam' } })).status).toBe(404);
    await decide(restore, messageId);
    expect(await statuses()).toEqual([200, 200]);
    expect((await shown(bob, id))?.attachments).toHaveLength(1);
  });

  it('hides its files while enough reports hide it, and shows them when the case is dismissed', async () => {
    const { bob, eve, messageId, fileId } = await said();

    await tell(bob, messageId);
    expect(await opens(eve, fileId)).toBe(200);
    await tell(eve, messageId);

    expect(await opens(eve, fileId)).toBe(404);
    await decide(dismiss, messageId, {});
    expect(await opens(eve, fileId)).toBe(200);
  });
});
