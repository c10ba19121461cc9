import type { UserContext } from '#lib/context/context.ts';
import { notFound } from '#lib/core/errors.ts';
import type { Reader, Row, Tx } from '#lib/data/store.ts';
import { Messages } from '#lib/messaging/collections.ts';
import { getMine, laneOf, type Mine } from '#lib/messaging/conversations/access.ts';
import {
  type Changing,
  changeOf,
  type MessageEvent,
  withChangedMessage,
  writeChange,
} from '#lib/messaging/conversations/conversation-change.ts';
import { publishChange } from '#lib/messaging/conversations/publish-change.ts';
import { messageViewAt } from '#lib/messaging/conversations/views.ts';
import type { Message, MessageView } from '#lib/messaging/schemas/message.ts';

/** Returns a message of one conversation. A message of another conversation throws the same NotFound as a missing one. */
export async function getMessage(reader: Reader, conversationId: string, messageId: string): Promise<Row<Message>> {
  const row = await reader.get(Messages, messageId);
  if (row?.data.conversationId !== conversationId) throw notFound(Messages.label, messageId);
  return row;
}

export type Place = { readonly conversationId: string; readonly messageId: string };
/** Returns the changed message, or null when it stays unchanged and no event is published. */
export type Decide = (message: Message, mine: Mine, t: Tx) => Message | null | Promise<Message | null>;

/** Changes one message in the conversation's lane and publishes the change. `decide` applies the rule of the caller. */
export async function changeMessage(
  ctx: UserContext,
  { conversationId, messageId }: Place,
  {
    event,
    decide,
    promise,
  }: {
    readonly event: MessageEvent;
    readonly decide: Decide;
    /** Enqueues follow-up effects in the same commit. */
    readonly promise?: (t: Tx, before: Message) => void;
  },
): Promise<MessageView> {
  const at = ctx.now().toISOString();
  const done = await ctx.data.tx(
    async (t): Promise<{ readonly row: Pick<Row<Message>, 'id' | 'data'>; readonly change: Changing | null }> => {
      const mine = await getMine(ctx, t, conversationId);
      const row = await getMessage(t, conversationId, messageId);
      const after = await decide(row.data, mine, t);
      if (after === null) return { row, change: null };
      const change = withChangedMessage(changeOf(mine.row), messageId, after, event, at);
      writeChange(t, change);
      promise?.(t, row.data);
      const [changed] = change.messages;
      return { row: changed ?? row, change };
    },
    { lane: laneOf(conversationId) },
  );
  if (done.change) await publishChange(ctx, done.change);
  return messageViewAt(done.row, at);
}
