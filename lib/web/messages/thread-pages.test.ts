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

describe('the shown part of a conversation', () => {
  it('takes a message once, whether the answer or the event comes first, and keeps its later state', () => {
    const sent = message(3, { content: 'As sent', clientMessageId: 'key-1' });
    const edited = { ...sent, content: 'As edited', rev: 9 };

    const once = withMessage(withMessage(pagesOf(page(1, 2, 2)), sent), sent);
    const late = withMessage(withMessage(once, edited), sent);

    expect(seqs(once)).toEqual([1, 2, 3]);
    expect(late.messages.at(-1)?.content).toBe('As edited');
  });

  it('puts a message that was overtaken into its place', () => {
    const pages = withMessage(withMessage(pagesOf(page(1, 2, 2)), message(4)), message(3));

    expect(seqs(pages)).toEqual([1, 2, 3, 4]);
  });

  it('leaves what is new to its page while the end is not shown, and still changes what is', () => {
    const pages = pagesOf(page(1, 50, 90));

    expect(withMessage(pages, message(91))).toBe(pages);
    expect(withMessage(pages, message(7, { rev: 92, content: 'Edited' })).messages[6]?.content).toBe('Edited');
  });

  it('never shows more than 300, and says at which end it goes on', () => {
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

  it('joins the newest page after a break, and begins anew where there is a gap', () => {
    const shown = pagesOf(page(1, 50, 50));

    expect(seqs(withNewest(shown, page(30, 79, 79)))).toEqual(run(1, 79).map(({ seq }) => seq));
    expect(seqs(withNewest(shown, page(60, 109, 109)))[0]).toBe(60);
    expect(seqs(withNewest(noPages, page(1, 2, 2)))).toEqual([1, 2]);
  });

  it('hides no gap behind what was told after the break, and keeps what is newer than the page', () => {
    const told = [181, 182].reduce((pages, seq) => withMessage(pages, message(seq)), pagesOf(page(1, 50, 50)));

    const caughtUp = withNewest(told, page(132, 181, 181));

    expect(seqs(caughtUp)).toEqual(run(132, 182).map(({ seq }) => seq));
    expect([caughtUp.hasBefore, caughtUp.hasAfter]).toEqual([true, false]);
  });

  it('leaves a reader of what was long ago where they are, however much came during a break', () => {
    const shown = pagesOf(page(1, 50, 90));
    const edited = message(50, { rev: 92, content: 'Edited meanwhile' });
    const near = { ...page(41, 90, 90), messages: [...run(41, 49), edited, ...run(51, 90)] };

    expect(withNewest(shown, page(101, 150, 150))).toEqual(shown);
    expect(seqs(withNewest(shown, near))).toEqual(seqs(shown));
    expect(withNewest(shown, near)).toMatchObject({ hasAfter: true });
    expect(withNewest(shown, near).messages.at(-1)).toEqual(edited);
  });
});
