import type { Runtime } from '#lib/context/runtime.ts';
import { newId } from '#lib/core/ids.ts';
import type { Row, Store } from '#lib/data/store.ts';
import { ConversationMembers, Conversations } from '#lib/messaging/collections.ts';
import { changeOf, withMessage, writeChange } from '#lib/messaging/conversations/conversation-change.ts';
import { memberIdOf } from '#lib/messaging/ids.ts';
import { newMember } from '#lib/messaging/members/members.ts';
import type { Conversation } from '#lib/messaging/schemas/conversation.ts';
import type { Message } from '#lib/messaging/schemas/message.ts';

type World = Pick<Runtime, 'data' | 'now'>;
type Kept = Pick<Row<Conversation>, 'id' | 'data'>;

/** Returns the row of a group of these people, owned by the first. Two people are enough for a group. */
export function testConversation(people: readonly string[], now: Date, patch: Partial<Conversation> = {}): Kept {
  const at = now.toISOString();
  const [ownerId = ''] = people;
  return {
    id: newId('conversation'),
    data: {
      type: 'group',
      participantIds: [...people].sort(),
      metadata: { groupName: 'Test' },
      refId: null,
      kind: null,
      vendorId: null,
      listed: true,
      ownerId,
      createdBy: ownerId,
      createdAt: at,
      updatedAt: at,
      deletedAt: null,
      messageSeq: 0,
      rev: 0,
      infoRev: 0,
      epoch: now.getTime().toString(36),
      lastMessage: null,
      lastMessageAt: null,
      activityAt: at,
      listChangedAt: at,
      ...patch,
    },
  };
}

/** Inserts a conversation with its members. */
export async function putConversation(
  { data }: { readonly data: Pick<Store, 'batch'> },
  { id, data: conversation }: Kept,
): Promise<void> {
  await data.batch((write) => {
    write.set(Conversations, id, conversation);
    for (const userId of conversation.participantIds) {
      const role = userId === conversation.ownerId ? 'owner' : 'member';
      const member = newMember({ conversationId: id, userId, role, headSeq: 0, at: conversation.createdAt });
      write.set(ConversationMembers, memberIdOf(id, userId), member);
    }
  });
}

/** Appends a message to a conversation, without any of the product's checks. */
export async function putMessage(
  { data, now }: World,
  conversationId: string,
  { id = newId('message'), ...said }: { readonly id?: string } & Pick<Message, 'senderId'> & Partial<Message>,
): Promise<string> {
  await data.tx(async (t) => {
    const row = await t.need(Conversations, conversationId);
    writeChange(
      t,
      withMessage(changeOf(row), id, {
        type: 'text',
        content: 'Good morning',
        metadata: {},
        createdAt: now().toISOString(),
        ...said,
      }),
    );
  });
  return id;
}
