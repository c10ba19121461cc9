import { describe, expect, it } from 'vitest';
import type { ConversationView } from '#lib/messaging/schemas/conversation.ts';
import { filterIn, filterQuery, heldRows, listPath, mergedRows, noFilter, withFilter, withRow } from './list-rows.ts';

const row = (id: string, minute: number, patch: Partial<ConversationView> = {}): ConversationView => ({
  id,
  type: 'direct',
  participantIds: ['usr_1', 'usr_2'],
  metadata: {},
  createdBy: 'usr_1',
  ownerId: null,
  createdAt: '2026-03-01T10:00:00.000Z',
  updatedAt: '2026-03-01T10:00:00.000Z',
  lastMessageAt: `2026-03-02T10:${String(minute).padStart(2, '0')}:00.000Z`,
  lastMessage: null,
  messageSeq: 1,
  unreadCount: 0,
  lastReadSeq: 1,
  muted: false,
  mutedUntil: null,
  archived: false,
  role: 'member',
  ...patch,
});
const ids = (rows: readonly ConversationView[]) => rows.map(({ id }) => id).join('');
const whole = { filter: noFilter, isWhole: true };

describe('the list of conversations', () => {
  it('reads its filter from the URL and ignores invalid values', () => {
    const filter = { show: 'unread', type: 'group', q: 'été' } as const;

    expect(filterIn(new URLSearchParams(filterQuery(filter)))).toEqual(filter);
    expect(filterIn(new URLSearchParams('show=x&type=channel'))).toEqual(noFilter);
    expect([filterQuery(noFilter), listPath(noFilter)]).toEqual(['', '/api/conversations']);
    expect(listPath({ ...filter, q: ' a b ' }, 'c1')).toBe('/api/conversations?type=group&unread=true&q=a+b&cursor=c1');
  });

  it('adds a filter to the filters of the current URL', () => {
    const there = { pathname: '/uk/messages/cvs_2', search: '?show=unread&m=msg_1' };

    expect(withFilter(there, { q: 'ann' })).toBe('/uk/messages/cvs_2?show=unread&q=ann');
    expect(withFilter({ ...there, search: '?q=ann' }, { q: '' })).toBe('/uk/messages/cvs_2');
  });

  it('is sorted by the latest activity, with each conversation once', () => {
    const rows = mergedRows([row('a', 5), row('b', 4)], [row('b', 9), row('c', 1, { lastMessageAt: null })]);

    expect(ids(rows)).toBe('bac');
  });

  it('moves an updated row up and adds a new row', () => {
    const rows = [row('a', 5), row('b', 4)];

    expect(ids(withRow(rows, row('b', 9), whole))).toBe('ba');
    expect(ids(withRow(rows, row('c', 7), whole))).toBe('cab');
  });

  it('drops a row that no longer matches, but keeps the open row in the unread list', () => {
    const unread = { filter: { ...noFilter, show: 'unread' as const }, isWhole: true };
    const rows = [row('a', 5, { unreadCount: 2 }), row('b', 4, { unreadCount: 1 })];

    expect(ids(withRow(rows, row('a', 5), unread))).toBe('b');
    expect(ids(withRow(rows, row('a', 5), { ...unread, openId: 'a' }))).toBe('ab');
    expect(ids(withRow(rows, row('b', 4, { archived: true }), whole))).toBe('a');
    expect(
      ids(withRow(rows, row('c', 9, { type: 'group' }), { filter: { ...noFilter, type: 'direct' }, isWhole: true })),
    ).toBe('ab');
  });

  it('adds no row beyond the loaded pages, and no row that only the server can match', () => {
    const rows = [row('a', 5), row('b', 4)];

    expect(ids(withRow(rows, row('c', 1), { ...whole, isWhole: false }))).toBe('ab');
    expect(ids(withRow(rows, row('c', 9), { filter: { ...noFilter, q: 'pots' }, isWhole: true }))).toBe('ab');
    expect(ids(withRow(rows, row('b', 9), { filter: { ...noFilter, q: 'pots' }, isWhole: true }))).toBe('ba');
  });

  it('moves no row while held, but drops removed rows and shows rows loaded below', () => {
    const rows = [row('new', 9), row('b', 8), row('a', 5), row('d', 1)];

    // `c` has gone, `new` waits, `b` would have moved up.
    expect(ids(heldRows(rows, ['a', 'b', 'c', 'd']))).toBe('abd');
    expect(ids(heldRows(rows, ['b', 'a']))).toBe('bad');
  });
});
