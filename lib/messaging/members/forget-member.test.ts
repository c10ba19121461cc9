import { describe, expect, it } from 'vitest';
import { deleteUser } from '#lib/admin/users/delete-user.ts';
import { purgeUser } from '#lib/admin/users/purge-user.ts';
import { Conversations } from '#lib/messaging/collections.ts';
import { getMine } from '#lib/messaging/conversations/access.ts';
import { createConversation } from '#lib/messaging/conversations/create-conversation.ts';
import { pageOfMessages } from '#lib/messaging/messages/message-page.ts';
import { sendMessage } from '#lib/messaging/messages/send-message.ts';
import { membershipsOf } from '#lib/messaging/queries.ts';
import { messagesQuery, sendMessage as sendInput } from '#lib/messaging/schemas/message-input.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import { putConversation, testConversation } from '#tests/support/conversations.ts';
import { blockUser, listBlocks } from './blocks.ts';

describe('a deleted account', () => {
  it('passes its groups to the next owner, drops the blocks against it, and keeps its messages', async () => {
    const world = await testContext();
    const [gone, ann, admin] = [await asUser(world), await asUser(world), await asUser(world, { role: 'admin' })];
    const group = testConversation([gone.user.id, ann.user.id], world.now());
    const alone = testConversation([gone.user.id], world.now());
    await putConversation(world, group);
    await putConversation(world, alone);
    const pair = { type: 'direct', participantIds: [ann.user.id] } as const;
    const { conversation } = await createConversation(gone, { ...pair, participantIds: [ann.user.id] }, undefined);
    for (const id of [group.id, conversation.id])
      await sendMessage(gone, id, sendInput.parse({ content: 'It was me' }), undefined);
    await blockUser(ann, gone.user.id);

    await deleteUser(admin, gone.user.id);
    await purgeUser(world, { userId: gone.user.id });

    const left = await getMine(ann, world.data, group.id);
    const { messages } = await pageOfMessages(ann, left, messagesQuery.parse({}));
    expect(left.row.data).toMatchObject({ participantIds: [ann.user.id], ownerId: ann.user.id });
    expect(left.member.role).toBe('owner');
    expect(messages.map(({ content, senderId, type }) => [content, senderId, type])).toEqual([
      ['It was me', gone.user.id, 'text'],
      ['A participant left', null, 'system'],
    ]);
    expect((await getMine(ann, world.data, conversation.id)).row.data.messageSeq).toBe(1);
    expect((await world.data.need(Conversations, alone.id)).data.deletedAt).not.toBeNull();
    expect((await world.data.find(membershipsOf(gone.user.id, 10))).rows).toEqual([]);
    expect(await listBlocks(ann)).toEqual({ blocks: [] });
  });
});
