import { beforeAll, describe, expect, it } from 'vitest';
import type { UserContext } from '#lib/context/context.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { putConversation, putMessage, testConversation } from '#tests/support/conversations.ts';
import { openThread } from './open-thread.ts';
import { markRead } from './read-state.ts';

let world: TestContext;
let ann: TestContext & UserContext;
let bob: TestContext & UserContext;
beforeAll(async () => {
  world = await testContext();
  [ann, bob] = [await asUser(world, {}), await asUser(world, {})];
});

/** Creates a conversation with this many messages of Bob's and returns their ids. */
async function talk(count: number): Promise<{ id: string; messageIds: string[] }> {
  const conversation = testConversation([ann.user.id, bob.user.id], world.now());
  await putConversation(world, conversation);
  const messageIds: string[] = [];
  for (let at = 0; at < count; at += 1)
    messageIds.push(await putMessage(world, conversation.id, { senderId: bob.user.id }));
  return { id: conversation.id, messageIds };
}

const spanOf = ({ page }: Awaited<ReturnType<typeof openThread>>) => [
  page.messages[0]?.seq,
  page.messages.at(-1)?.seq,
  page.pagination.hasMoreBefore,
  page.pagination.hasMoreAfter,
];

describe('opening a conversation', () => {
  it('shows the first unread message with some before it, or the newest page when few are unread', async () => {
    const { id } = await talk(90);
    await markRead(ann, id, { seq: 25 });
    expect(spanOf(await openThread(ann, id))).toEqual([6, 75, true, true]);

    await markRead(ann, id, { seq: 70 });
    const { conversation, cursor, page, read } = await openThread(ann, id);
    expect([page.messages[0]?.seq, page.messages.at(-1)?.seq]).toEqual([41, 90]);
    expect([conversation.unreadCount, read.me.lastReadSeq]).toEqual([20, 70]);
    expect(cursor).toMatch(/^90~/);
  });

  it('shows the linked message, or the default page when the link names an unknown message', async () => {
    const { id, messageIds } = await talk(70);
    await markRead(ann, id, {});

    expect(spanOf(await openThread(ann, id, messageIds[29]))).toEqual([5, 54, true, true]);
    expect(spanOf(await openThread(ann, id, 'msg_of_elsewhere'))).toEqual([21, 70, true, false]);
  });

  it('throws for a user who is not a participant', async () => {
    const { id } = await talk(1);

    await expect(openThread(await asUser(world, {}), id)).rejects.toThrow(/does not exist/);
  });
});
