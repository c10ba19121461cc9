import type { UserContext } from '#lib/context/context.ts';
import { invalid } from '#lib/core/errors.ts';
import { Messages } from '#lib/messaging/collections.ts';
import type { Mine } from '#lib/messaging/conversations/access.ts';
import { messageViewAt } from '#lib/messaging/conversations/views.ts';
import { messagesFrom } from '#lib/messaging/queries.ts';
import type { MessagePage, MessagesQuery } from '#lib/messaging/schemas/message-input.ts';

type Span = { readonly first: number; readonly last: number };

/**
 * Returns one page of a conversation, oldest first. A cursor is the `seq` of a message, and `seq` has no gaps. Paging
 * therefore returns every message once, even while new ones are sent.
 */
export async function pageOfMessages(ctx: UserContext, { row }: Mine, query: MessagesQuery): Promise<MessagePage> {
  const head = row.data.messageSeq;
  const at = ctx.now().toISOString();
  const isForward = query.direction === 'after' || query.around !== undefined;
  const { first, last } =
    query.around === undefined ? spanOf(query, head) : await spanAround(ctx, row.id, query.around, query.limit, head);
  const { rows } = last < first ? { rows: [] } : await ctx.data.find(messagesFrom(row.id, first, last - first + 1));

  const hasMoreBefore = first > 1;
  const hasMoreAfter = last < head;
  // Older messages precede the first of this page; newer ones follow the last.
  const older = hasMoreBefore ? String(first) : null;
  const newer = hasMoreAfter ? String(last) : null;
  return {
    messages: rows.map((row) => messageViewAt(row, at)),
    pagination: {
      nextCursor: isForward ? newer : older,
      prevCursor: isForward ? older : newer,
      hasMoreBefore,
      hasMoreAfter,
    },
  };
}

/** Returns the `seq` range of a page, both ends included. The range is empty when `last` is less than `first`. */
function spanOf({ cursor, direction, limit }: MessagesQuery, head: number): Span {
  if (direction === 'after') {
    const first = Math.min(cursor ?? 0, head) + 1;
    return { first, last: Math.min(first + limit - 1, head) };
  }
  const last = Math.min(cursor ?? head + 1, head + 1) - 1;
  return { first: Math.max(1, last - limit + 1), last: Math.max(0, last) };
}

async function spanAround(ctx: UserContext, id: string, messageId: string, limit: number, head: number): Promise<Span> {
  const found = await ctx.data.get(Messages, messageId);
  if (found?.data.conversationId !== id)
    throw invalid('The message does not exist', { around: 'is not a message of this conversation' });
  const first = Math.max(1, Math.min(found.data.seq - Math.floor(limit / 2), head - limit + 1));
  return { first, last: Math.min(first + limit - 1, head) };
}
