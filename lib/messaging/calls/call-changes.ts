import type { Row, Tx, Writer } from '#lib/data/store.ts';
import { CallSlots, Calls, Conversations } from '#lib/messaging/collections.ts';
import { type Changing, changeOf, writeChange } from '#lib/messaging/conversations/conversation-change.ts';
import { withSystemMessage } from '#lib/messaging/messages/system-messages.ts';
import type { CallEnd, CallRow } from '#lib/messaging/schemas/call.ts';

/** What a commit has done to a call; `change` where its conversation says that it was missed. */
export type EndedCall = {
  readonly id: string;
  readonly call: CallRow;
  readonly end: CallEnd;
  readonly change: Changing | null;
};

/** The call that holds a conversation, or null. */
export async function heldCall(t: Tx, conversationId: string): Promise<Row<CallRow> | null> {
  const slot = await t.get(CallSlots, conversationId);
  const call = slot && (await t.get(Calls, slot.data.callId));
  return call && call.data.state !== 'ended' ? call : null;
}

/** The conversation of a call that was missed, with the line that says so; read before anything is written. */
export async function missedIn(t: Tx, { id, data }: Row<CallRow>, at: string): Promise<Changing | null> {
  const row = await t.get(Conversations, data.conversationId);
  if (!row || row.data.deletedAt !== null) return null;
  const { media, callerId } = data;
  return withSystemMessage(changeOf(row), { kind: 'missed_call', callId: id, media, callerId }, at);
}

type Ending = { readonly end: CallEnd; readonly at: string; readonly change?: Changing | null };

/** Ends a call and lets the conversation go. */
export function writeEnd(write: Writer, { id, data }: Row<CallRow>, { end, at, change = null }: Ending): EndedCall {
  write.update(Calls, id, { state: 'ended', endedAt: at, endReason: end, silentSince: null });
  write.delete(CallSlots, data.conversationId);
  if (change) writeChange(write, change);
  return { id, call: data, end, change };
}
