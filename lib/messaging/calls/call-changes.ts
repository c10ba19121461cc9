import { SECOND_MS } from '#lib/core/time.ts';
import type { Row, Tx, Writer } from '#lib/data/store.ts';
import { CallSlots, Calls, Conversations } from '#lib/messaging/collections.ts';
import { type Changing, changeOf, writeChange } from '#lib/messaging/conversations/conversation-change.ts';
import { memberRowsOf, writeMember } from '#lib/messaging/members/members.ts';
import { withSystemMessage } from '#lib/messaging/messages/system-messages.ts';
import type { CallEnd, CallRow } from '#lib/messaging/schemas/call.ts';
import type { Member } from '#lib/messaging/schemas/conversation.ts';

/** A call that a commit has ended. `change` is set when the conversation got a message about the call. */
export type EndedCall = {
  readonly id: string;
  readonly call: CallRow;
  readonly end: CallEnd;
  readonly change: Changing | null;
};

/** Returns the conversation's call that has not ended, or null. */
export async function heldCall(t: Tx, conversationId: string): Promise<Row<CallRow> | null> {
  const slot = await t.get(CallSlots, conversationId);
  const call = slot && (await t.get(Calls, slot.data.callId));
  return call && call.data.state !== 'ended' ? call : null;
}

/** The system message that a call leaves in its conversation, and the members for whom it counts as read. */
export type CallLine = { readonly change: Changing; readonly readers: readonly Member[] };

/** Returns the message about a missed call. Call this before any write of the transaction. */
export async function missedCallLine(t: Tx, { id, data }: Row<CallRow>, at: string): Promise<CallLine | null> {
  const row = await t.get(Conversations, data.conversationId);
  if (!row || row.data.deletedAt !== null) return null;
  const { media, callerId } = data;
  const change = withSystemMessage(changeOf(row), { kind: 'missed_call', callId: id, media, callerId }, at);
  return { change, readers: [] };
}

/**
 * Returns the message about a call that lasted until `until`, with its duration. Call this before any write of the
 * transaction.
 */
export async function endedCallLine(
  t: Tx,
  { id, data }: Row<CallRow>,
  { until, at }: { readonly until: string; readonly at: string },
): Promise<CallLine | null> {
  const { media, answeredAt, conversationId, callerId, calleeId } = data;
  const [row, members] = await Promise.all([
    t.get(Conversations, conversationId),
    memberRowsOf(t, conversationId, [callerId, calleeId]),
  ]);
  if (!row || row.data.deletedAt !== null) return null;
  const lastedMs = Math.max(0, Date.parse(until) - Date.parse(answeredAt ?? until));
  const fact = { kind: 'call_ended', callId: id, media, durationSeconds: Math.floor(lastedMs / SECOND_MS) } as const;
  const change = withSystemMessage(changeOf(row), fact, at);
  const { messageSeq: lastReadSeq } = change.conversation;
  const readers = members.filter((member) => member.lastReadSeq === row.data.messageSeq);
  return { change, readers: readers.map((member) => ({ ...member, lastReadSeq, lastReadAt: at, updatedAt: at })) };
}

type Ending = { readonly end: CallEnd; readonly at: string; readonly line?: CallLine | null };

/** Ends a call and frees the conversation for the next one. */
export function writeEnd(write: Writer, { id, data }: Row<CallRow>, { end, at, line = null }: Ending): EndedCall {
  write.update(Calls, id, { state: 'ended', endedAt: at, endReason: end, silentSince: null });
  write.delete(CallSlots, data.conversationId);
  if (line) writeChange(write, line.change);
  for (const member of line?.readers ?? []) writeMember(write, member);
  return { id, call: data, end, change: line?.change ?? null };
}
