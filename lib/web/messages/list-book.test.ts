import { describe, expect, it } from 'vitest';
import type { ConversationPage } from '#lib/messaging/schemas/conversation-input.ts';
import { ListBook } from './list-book.ts';
import { noFilter } from './list-rows.ts';

const empty: ConversationPage = {
  conversations: [],
  pagination: { nextCursor: null, prevCursor: null, hasMore: false },
};
const unread = { ...noFilter, show: 'unread' } as const;
const named = (q: string) => ({ ...noFilter, q });

function open() {
  const asked: string[] = [];
  const ask = async (path: string) => {
    asked.push(path);
    return empty;
  };
  const book = new ListBook({ ask, openId: () => null }, { page: empty, filter: noFilter, mark: '1' });
  const show = async (filter: Parameters<ListBook['of']>[0]) => {
    const list = book.of(filter);
    await list.freshen();
    return list;
  };
  return { book, asked, show };
}

describe('the lists of conversations shown so far', () => {
  it('are reloaded after a change: the current list at once, the others when shown again', async () => {
    const { book, asked, show } = open();
    await show(noFilter);
    await show(unread);
    expect(asked).toEqual(['/api/conversations?unread=true']);

    book.stands('1');
    book.stands('2');
    await show(unread);
    expect(asked).toEqual(['/api/conversations?unread=true', '/api/conversations?unread=true']);

    await show(noFilter);
    await show(noFilter);
    await show(unread);
    expect(asked.slice(2)).toEqual(['/api/conversations']);
  });

  it('are three at most: earlier searches are dropped, the unfiltered list stays', async () => {
    const { book, asked, show } = open();
    const whole = book.of(noFilter);
    for (const q of ['a', 'an', 'ann', 'anna']) await show(named(q));

    expect([book.count, book.of(noFilter) === whole]).toEqual([3, true]);
    const before = asked.length;
    await show(named('anna'));
    expect(asked).toHaveLength(before);
    await show(named('a'));
    expect(asked.slice(before)).toEqual(['/api/conversations?q=a']);
  });

  it('start with the list of the page, whatever its filter', async () => {
    const asked: string[] = [];
    const ask = async (path: string) => {
      asked.push(path);
      return empty;
    };
    const book = new ListBook({ ask, openId: () => null }, { page: empty, filter: unread, mark: null });

    await book.of(unread).freshen();

    expect([asked, book.of(unread).state().hasMore]).toEqual([[], false]);
  });
});
