import type { UserContext } from '#lib/context/context.ts';
import { AppError } from '#lib/core/errors.ts';
import { pageOfMessages } from '#lib/messaging/messages/message-page.ts';
import type { ConversationView } from '#lib/messaging/schemas/conversation.ts';
import type { MessagePage, ReadState } from '#lib/messaging/schemas/message-input.ts';
import { formatCursor } from '#lib/tunnel/channels/cursor.ts';
import { getMine, type Mine } from './access.ts';
import { readStateOf } from './read-state.ts';
import { viewFor } from './views.ts';

const LIMIT = 50;
/** So many messages before the first unread one, for the reader to find their place. */
const BEFORE = 20;

export type OpenedThread = {
  readonly conversation: ConversationView;
  /** Where the conversation stood: what comes after it is heard, whether or not the page shows it already. */
  readonly cursor: string;
  readonly page: MessagePage;
  readonly read: ReadState;
};

/**
 * What a reader sees first of a conversation: the messages around the one asked for, else around the first unread one,
 * else the newest. NotFound for everybody who takes no part in it.
 */
export async function openThread(ctx: UserContext, id: string, messageId?: string): Promise<OpenedThread> {
  const mine = await getMine(ctx, ctx.data, id);
  const { rev, epoch } = mine.row.data;
  const [page, read] = await Promise.all([firstPage(ctx, mine, messageId), readStateOf(ctx, mine)]);
  return {
    conversation: viewFor(mine.row, mine.member, ctx.now()),
    cursor: formatCursor(rev, epoch),
    page,
    read,
  };
}

async function firstPage(ctx: UserContext, mine: Mine, messageId: string | undefined): Promise<MessagePage> {
  const asked = { limit: LIMIT, direction: 'before' } as const;
  if (messageId !== undefined) {
    // A message that is not here, as in a link that was cut short, is no reason to show nothing.
    const around = await pageOfMessages(ctx, mine, { ...asked, around: messageId }).catch((error: unknown) => {
      if (error instanceof AppError && error.name === 'ValidationError') return null;
      throw error;
    });
    if (around) return around;
  }
  const { lastReadSeq } = mine.member;
  if (mine.row.data.messageSeq - lastReadSeq <= LIMIT - BEFORE) return pageOfMessages(ctx, mine, asked);

  const [older, newer] = await Promise.all([
    pageOfMessages(ctx, mine, { ...asked, limit: BEFORE, cursor: lastReadSeq + 1 }),
    pageOfMessages(ctx, mine, { ...asked, direction: 'after', cursor: lastReadSeq }),
  ]);
  const { hasMoreBefore, prevCursor } = { ...older.pagination, prevCursor: older.pagination.nextCursor };
  return {
    messages: [...older.messages, ...newer.messages],
    pagination: { ...newer.pagination, hasMoreBefore, prevCursor },
  };
}
