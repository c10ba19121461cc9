import { describe, expect, it } from 'vitest';
import type { ConversationView } from '#lib/messaging/schemas/conversation.ts';
import type { ConversationPage } from '#lib/messaging/schemas/conversation-input.ts';
import { noFilter } from './list-rows.ts';
import { ListStore } from './list-store.ts';

const row = (id: string, minute: number, unreadCount = 0): ConversationView => ({
  ...{ id, type: 'direct', participantIds: ['usr_1', 'usr_2'], metadata: {}, createdBy: 'usr_1', ownerId: null },
  ...{ createdAt: '2026-03-01T10:00:00.000Z', updatedAt: '2026-03-01T10:00:00.000Z' },
  lastMessageAt: `2026-03-02T10:${String(minute).padStart(2, '0')}:00.000Z`,
  ...{ lastMessage: null, messageSeq: 1, unreadCount, lastReadSeq: 1, muted: false, mutedUntil: null },
  ...{ archived: false, role: 'member' },
});
const page = (rows: ConversationView[], nextCursor: string | null = null): ConversationPage => ({
  conversations: rows,
  pagination: { nextCursor, prevCursor: null, hasMore: nextCursor !== null },
});

function open(...pages: (ConversationPage | Error)[]) {
  const asked: string[] = [];
  const answers: (() => void)[] = [];
  const store = new ListStore(
    {
      ask: (path) => {
        asked.push(path);
        const next = pages.shift() ?? new Error('down');
        return new Promise((resolve, reject) => {
          answers.push(() => (next instanceof Error ? reject(next) : resolve(next)));
        });
      },
      openId: () => null,
    },
    noFilter,
  );
  return { store, asked, answer: () => answers.shift()?.() };
}
const ids = (store: ListStore) =>
  store
    .state()
    .rows.map(({ id }) => id)
    .join('');

describe('ListStore', () => {
  it('loads page by page, and knows when the list is complete', async () => {
    const { store, asked, answer } = open(page([row('a', 9), row('b', 8)], 'c1'), page([row('c', 7)]));
    const first = store.loadFirst();
    expect([store.state().hasMore, store.state().isLoading]).toEqual([null, true]);
    answer();
    await first;
    expect([ids(store), store.state().hasMore]).toEqual(['ab', true]);

    const more = store.loadMore();
    void store.loadMore();
    answer();
    await more;

    expect([ids(store), store.state().hasMore]).toEqual(['abc', false]);
    expect(asked).toEqual(['/api/conversations', '/api/conversations?cursor=c1']);
  });

  it('keeps the updates that arrive while a page is loading', async () => {
    const { store, answer } = open(page([row('a', 5), row('b', 4, 3)]), page([row('a', 5), row('b', 4, 3)]));
    const first = store.loadFirst();
    answer();
    await first;

    const again = store.loadFirst();
    store.upserted(row('b', 9));
    store.removed('a');
    answer();
    await again;

    expect(ids(store)).toBe('b');
    expect(store.state().rows[0]?.unreadCount).toBe(0);
  });

  it('keeps the later pages when the first page is reloaded', async () => {
    const { store, asked, answer } = open(
      page([row('a', 9), row('b', 8)], 'c1'),
      page([row('c', 7)], 'c2'),
      page([row('d', 10), row('b', 8)], 'c9'),
      page([row('e', 1)]),
    );
    for (const load of ['loadFirst', 'loadMore', 'loadFirst', 'loadMore'] as const) {
      const done = store[load]();
      answer();
      await done;
    }

    expect(ids(store)).toBe('dbce');
    expect(asked.at(-1)).toBe('/api/conversations?cursor=c2');
  });

  it('reloads once more when a reload was requested during a load', async () => {
    const { store, asked, answer } = open(
      page([row('a', 9)], 'c1'),
      page([row('b', 8)]),
      page([row('d', 10), row('a', 9)], 'c1'),
    );
    const first = store.loadFirst();
    answer();
    await first;

    const more = store.loadMore();
    const again = store.loadFirst();
    void store.loadFirst();
    answer();
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    answer();
    await Promise.all([more, again]);

    expect(ids(store)).toBe('dab');
    expect(asked).toEqual(['/api/conversations', '/api/conversations?cursor=c1', '/api/conversations']);
  });

  it('reports a failed load and can load again', async () => {
    const { store, answer } = open(new Error('down'), page([row('a', 1)]));
    const first = store.loadFirst();
    answer();
    await first;
    expect(store.state()).toMatchObject({ hasFailed: true, isLoading: false, hasMore: null });

    const again = store.loadFirst();
    answer();
    await again;
    expect([ids(store), store.state().hasFailed]).toEqual(['a', false]);
  });
});
