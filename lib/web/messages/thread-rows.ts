import type { MessageView } from '#lib/messaging/schemas/message.ts';
import type { Outgoing } from './outgoing.ts';

/** Messages of one sender within this time form a group. */
const TOGETHER_MS = 5 * 60_000;

type Place = { readonly key: string; readonly startsGroup: boolean; readonly endsGroup: boolean };
export type MessageRow = { readonly kind: 'message'; readonly message: MessageView } & Place;
export type PendingRow = { readonly kind: 'pending'; readonly outgoing: Outgoing } & Place;
export type ThreadRow =
  | { readonly kind: 'day'; readonly key: string; readonly at: string }
  | { readonly kind: 'unread'; readonly key: string }
  | { readonly kind: 'folded'; readonly key: string; readonly messages: readonly MessageView[] }
  | MessageRow
  | PendingRow;

export type RowsInput = {
  readonly messages: readonly MessageView[];
  readonly pending: readonly Outgoing[];
  readonly me: string;
  /** The unread line is before the first message after it. Null: nothing was new when the reader came. */
  readonly lineSeq: number | null;
  /** People whose messages are collapsed. */
  readonly folded: ReadonlySet<string>;
  /** Returns the calendar day of a time for the reader. */
  readonly dayOf: (at: string) => string;
};

/**
 * Lays out a conversation: a line for each day, one before the first unread message, messages of one person in
 * groups, pending messages at the end. A message keeps its key from the moment it is sent.
 */
export function rowsOf({ messages, pending, me, lineSeq, folded, dayOf }: RowsInput): readonly ThreadRow[] {
  const rows: ThreadRow[] = [];
  let day = '';
  let isLineDrawn = false;
  const firstUnread = lineSeq === null ? undefined : firstUnreadIn(messages, lineSeq, me);
  const isLineNeeded = lineSeq !== null && firstUnread !== undefined && (messages[0]?.seq ?? 0) <= lineSeq + 1;

  const startDay = (at: string) => {
    const next = dayOf(at);
    if (next !== day) rows.push({ kind: 'day', key: `day:${next}`, at });
    day = next;
  };

  for (const message of messages) {
    startDay(message.createdAt);
    if (isLineNeeded && !isLineDrawn && message.id === firstUnread?.id) {
      rows.push({ kind: 'unread', key: 'unread' });
      isLineDrawn = true;
    }
    const last = rows.at(-1);
    if (message.senderId !== null && folded.has(message.senderId)) {
      if (last?.kind === 'folded') rows[rows.length - 1] = { ...last, messages: [...last.messages, message] };
      else rows.push({ kind: 'folded', key: `folded:${message.id}`, messages: [message] });
    } else rows.push({ kind: 'message', key: keyOf(message, me), message, startsGroup: true, endsGroup: true });
  }

  const known = new Set(messages.map(({ clientMessageId }) => clientMessageId));
  for (const outgoing of pending) {
    if (known.has(outgoing.key)) continue;
    startDay(outgoing.at);
    rows.push({ kind: 'pending', key: `key:${outgoing.key}`, outgoing, startsGroup: true, endsGroup: true });
  }
  return rows.map((row, at) =>
    row.kind === 'message' || row.kind === 'pending'
      ? { ...row, startsGroup: !areTogether(rows[at - 1], row, me), endsGroup: !areTogether(row, rows[at + 1], me) }
      : row,
  );
}

/** Returns the first message of another person after the read position. */
const firstUnreadIn = (messages: readonly MessageView[], seq: number, me: string): MessageView | undefined =>
  messages.find((message) => message.seq > seq && message.senderId !== me);

/** Returns the unread line for a reader who has come back: where they left, if others wrote since. */
export const lineOnReturn = (
  messages: readonly MessageView[],
  { line, seenSeq, me }: { readonly line: number | null; readonly seenSeq: number; readonly me: string },
): number | null => (firstUnreadIn(messages, seenSeq, me) ? seenSeq : line);

/** An own message keeps the key of its sending, so that it stays the same element when it is confirmed. */
const keyOf = ({ id, senderId, clientMessageId }: MessageView, me: string): string =>
  senderId === me && clientMessageId !== null ? `key:${clientMessageId}` : id;

function areTogether(a: ThreadRow | undefined, b: ThreadRow | undefined, me: string): boolean {
  const [first, second] = [saidIn(a, me), saidIn(b, me)];
  if (!first || !second || first.by === null || first.by !== second.by) return false;
  return Date.parse(second.at) - Date.parse(first.at) <= TOGETHER_MS;
}

function saidIn(row: ThreadRow | undefined, me: string): { readonly by: string | null; readonly at: string } | null {
  if (row?.kind === 'message') return { by: row.message.senderId, at: row.message.createdAt };
  return row?.kind === 'pending' ? { by: me, at: row.outgoing.at } : null;
}
