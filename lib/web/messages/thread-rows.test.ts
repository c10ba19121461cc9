import { describe, expect, it } from 'vitest';
import type { MessageView } from '#lib/messaging/schemas/message.ts';
import type { Outgoing } from './outgoing.ts';
import { lineOnReturn, type RowsInput, rowsOf, type ThreadRow } from './thread-rows.ts';

const [me, ann, bob] = ['usr_me', 'usr_ann', 'usr_bob'];

const message = (seq: number, senderId: string | null, at: string, patch: Partial<MessageView> = {}): MessageView => ({
  id: `msg_${seq}`,
  conversationId: 'cvs_1',
  seq,
  rev: seq,
  senderId,
  type: senderId === null ? 'system' : 'text',
  content: `${seq}`,
  attachments: [],
  metadata: {},
  mentions: [],
  replyToId: null,
  reactions: {},
  clientMessageId: null,
  createdAt: `2026-03-${at}:00.000Z`,
  editedAt: null,
  deletedAt: null,
  ...patch,
});
const outgoing = (key: string, at: string): Outgoing => ({
  ...{ key, conversationId: 'cvs_1', content: 'x', type: 'text', attachments: [], metadata: {}, replyToId: null },
  ...{ at: `2026-03-${at}:00.000Z`, state: 'sending', problem: '' },
});

const rows = (messages: readonly MessageView[], more: Partial<RowsInput> = {}) =>
  rowsOf({ messages, pending: [], me, lineSeq: 1000, folded: new Set(), dayOf: (at) => at.slice(0, 10), ...more });

/** `day`, `unread`, and messages by their number, with `[` and `]` where a group begins and ends. */
const sketch = (all: readonly ThreadRow[]) =>
  all
    .map((row) => {
      if (row.kind === 'folded') return `(${row.messages.map(({ seq }) => seq).join(' ')})`;
      if (row.kind === 'day' || row.kind === 'unread') return row.kind;
      const name = row.kind === 'message' ? row.message.seq : row.outgoing.key;
      return `${row.startsGroup ? '[' : ''}${name}${row.endsGroup ? ']' : ''}`;
    })
    .join(' ');

describe('the layout of a conversation', () => {
  it('moves the unread line when the reader returns, not while the reader is looking', () => {
    const said = [message(4, ann, '01T10:00'), message(5, me, '01T10:00'), message(6, ann, '01T10:00')];

    expect(lineOnReturn(said, { line: null, seenSeq: 6, me })).toBeNull();
    expect(lineOnReturn(said, { line: 3, seenSeq: 6, me })).toBe(3);
    expect(lineOnReturn(said, { line: 3, seenSeq: 5, me })).toBe(5);
    expect(lineOnReturn(said.slice(0, 2), { line: null, seenSeq: 4, me })).toBeNull();
  });

  it('shows a line for each day, and groups messages of one person within five minutes', () => {
    const all = rows([
      message(1, ann, '01T23:58'),
      message(2, ann, '01T23:59'),
      message(3, ann, '02T00:01'),
      message(4, ann, '02T00:06'),
      message(5, ann, '02T00:12'),
      message(6, bob, '02T00:13'),
      message(7, null, '02T00:13'),
      message(8, null, '02T00:13'),
    ]);

    expect(sketch(all)).toBe('day [1 2] day [3 4] [5] [6] [7] [8]');
  });

  it('shows the unread line once, before the first unread message of another person', () => {
    const said = [message(4, ann, '01T10:00'), message(5, me, '01T10:01'), message(6, ann, '01T10:02')];

    expect(sketch(rows(said, { lineSeq: 4 }))).toBe('day [4] [5] unread [6]');
    expect(sketch(rows(said, { lineSeq: 3 }))).toBe('day unread [4] [5] [6]');
    expect(sketch(rows(said, { lineSeq: 6 }))).toBe('day [4] [5] [6]');
    // The first unread message is before the shown ones.
    expect(sketch(rows(said, { lineSeq: 1 }))).toBe('day [4] [5] [6]');
    expect(sketch(rows(said, { lineSeq: null }))).toBe('day [4] [5] [6]');
  });

  it('keeps the row key of a sent message when it is confirmed, and never shows the message twice', () => {
    const pending = [outgoing('key-1', '01T10:00'), outgoing('key-2', '01T10:01')];
    const before = rows([], { pending });
    const after = rows([message(1, me, '01T10:00', { clientMessageId: 'key-1' })], { pending });

    expect(sketch(before)).toBe('day [key-1 key-2]');
    expect(sketch(after)).toBe('day [1 key-2]');
    expect(after.map(({ key }) => key)).toEqual(before.map(({ key }) => key));
  });

  it('folds adjacent messages of blocked people into one line', () => {
    const said = [
      message(1, ann, '01T10:00'),
      message(2, bob, '01T10:00'),
      message(3, bob, '01T10:01'),
      message(4, me, '01T10:02'),
    ];

    expect(sketch(rows(said, { folded: new Set([bob]) }))).toBe('day [1] (2 3) [4]');
  });
});
