import { describe, expect, it } from 'vitest';
import type { MessageView } from '#lib/messaging/schemas/message.ts';
import { MOST_SHOWN, noPages, pagesOf, withMessage, withNewer, withNewest, withOlder } from './thread-pages.ts';

const message = (seq: number, patch: Partial<MessageView> = {}): MessageView => ({
  id: `msg_${seq}`,
  conversationId: 'cvs_1',
  seq,
  rev: seq,
  senderId: 'usr_1',
  type: 'text',
  content: `Message ${seq}`,
  attachments: [],
  metadata: {},
  mentions: [],
  replyToId: null,
  reactions: {},
  clientMessageId: null,
  createdAt: '2026-03-02T10:00:00.000Z',
  editedAt: null,
  deletedAt: null,
  ...patch,
});
const run = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => message(from + at));
const page = (from: number, to: number, head: number) => ({
  messages: run(from, to),
  pagination: { nextCursor: null, prevCursor: null, hasMoreBefore: from > 1, hasMoreAfter: to < head },
});
const seqs = ({ messages }: { messages: readonly MessageView[] }) => messages.map(({ seq }) => seq);

describe('the shown pages of a conversation', () => {
  it('hold a message once and in its latest state, whatever the order of the updates', () => {
    const sent = message(3, { content: 'As sent', clientMessageId: 'key-1' });
    const edited = { ...sent, content: 'As edited', rev: 9 };

    const once = withMessage(withMessage(pagesOf(page(1, 2, 2)), sent), sent);
    const late = withMessage(withMessage(once, edited), sent);

    expect(seqs(once)).toEqual([1, 2, 3]);
    expect(late.messages.at(-1)?.content).toBe('As edited');
  });

  it('put an overtaken message in its place', () => {
    const pages = withMessage(withMessage(pagesOf(page(1, 2, 2)), message(4)), message(3));

    expect(seqs(pages)).toEqual([1, 2, 3, 4]);
  });

  it('leave out new messages while the end is not shown, but apply changes to shown ones', () => {
    const pages = pagesOf(page(1, 50, 90));

    expect(withMessage(pages, message(91))).toBe(pages);
    expect(withMessage(pages, message(7, { rev: 92, content: 'Edited' })).messages[6]?.content).toBe('Edited');
  });

  it('hold at most 300 messages, and know at which end there are more', () => {
    const all = pagesOf(page(101, 400, 400));

    const older = withOlder(all, page(51, 100, 400));
    expect([older.messages.length, older.messages[0]?.seq, older.hasBefore, older.hasAfter]).toEqual([
      MOST_SHOWN,
      51,
      true,
      true,
    ]);
    const newer = withNewer(older, page(351, 400, 400));
    expect([newer.messages.at(-1)?.seq, newer.messages.length, newer.hasAfter]).toEqual([400, MOST_SHOWN, false]);
    expect(withMessage(all, message(401)).messages[0]?.seq).toBe(102);
  });

  it('join the newest page after a disconnect, and start again when there is a gap', () => {
    const shown = pagesOf(page(1, 50, 50));

    expect(seqs(withNewest(shown, page(30, 79, 79)))).toEqual(run(1, 79).map(({ seq }) => seq));
    expect(seqs(withNewest(shown, page(60, 109, 109)))[0]).toBe(60);
    expect(seqs(withNewest(noPages, page(1, 2, 2)))).toEqual([1, 2]);
  });

  it('hide no gap before the messages that arrived after a disconnect, and keep messages newer than the page', () => {
    const told = [181, 182].reduce((pages, seq) => withMessage(pages, message(seq)), pagesOf(page(1, 50, 50)));

    const caughtUp = withNewest(told, page(132, 181, 181));

    expect(seqs(caughtUp)).toEqual(run(132, 182).map(({ seq }) => seq));
    expect([caughtUp.hasBefore, caughtUp.hasAfter]).toEqual([true, false]);
  });

  it('stay at an earlier part of the conversation, however much arrived during a disconnect', () => {
    const shown = pagesOf(page(1, 50, 90));
    const edited = message(50, { rev: 92, content: 'Edited meanwhile' });
    const near = { ...page(41, 90, 90), messages: [...run(41, 49), edited, ...run(51, 90)] };

    expect(withNewest(shown, page(101, 150, 150))).toEqual(shown);
    expect(seqs(withNewest(shown, near))).toEqual(seqs(shown));
    expect(withNewest(shown, near)).toMatchObject({ hasAfter: true });
    expect(withNewest(shown, near).messages.at(-1)).toEqual(edited);
  });
});
