import type { UserContext } from '#lib/context/context.ts';
import { AppError } from '#lib/core/errors.ts';
import { MESSAGES_PER_PAGE } from '#lib/messaging/limits.ts';
import { pageOfMessages } from '#lib/messaging/messages/message-page.ts';
import type { ConversationView } from '#lib/messaging/schemas/conversation.ts';
import type { MessagePage, ReadState } from '#lib/messaging/schemas/message-input.ts';
import { formatCursor } from '#lib/tunnel/channels/cursor.ts';
import { getMine, type Mine } from './access.ts';
import { readStateOf } from './read-state.ts';
import { viewFor } from './views.ts';

/** How many messages before the first unread one are shown, for orientation. */
const BEFORE = 20;

export type OpenedThread = {
  readonly conversation: ConversationView;
  /**
   * The cursor of the conversation before the page was read. Later events arrive even where the page already shows
   * them.
   */
  readonly cursor: string;
  readonly page: MessagePage;
  readonly read: ReadState;
};

/**
 * Returns the first view of a conversation: messages around the requested one, else around the first unread one, else
 * the newest. Throws NotFound for anyone who is not a participant.
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
  const asked = { limit: MESSAGES_PER_PAGE, direction: 'before' } as const;
  if (messageId !== undefined) {
    // An unknown message id, as in a truncated link, must not prevent the page from opening.
    const around = await pageOfMessages(ctx, mine, { ...asked, around: messageId }).catch((error: unknown) => {
      if (error instanceof AppError && error.name === 'ValidationError') return null;
      throw error;
    });
    if (around) return around;
  }
  const { lastReadSeq } = mine.member;
  if (mine.row.data.messageSeq - lastReadSeq <= MESSAGES_PER_PAGE - BEFORE) return pageOfMessages(ctx, mine, asked);

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
