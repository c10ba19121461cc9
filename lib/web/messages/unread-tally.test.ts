import { describe, expect, it } from 'vitest';
import { UnreadTally } from './unread-tally.ts';

const row = (id: string, unreadCount: number, patch = {}) => ({
  id,
  unreadCount,
  muted: false,
  archived: false,
  ...patch,
});

describe('the total of unread messages', () => {
  it('follows the events of rows, without muted and archived conversations', () => {
    const tally = new UnreadTally(5);
    tally.counted(5, [row('a', 2), row('b', 3), row('c', 9, { muted: true })]);

    tally.upserted(row('a', 3));
    expect(tally.total).toBe(6);
    tally.upserted(row('b', 0));
    expect(tally.total).toBe(3);
    tally.upserted(row('c', 10, { muted: true }));
    tally.upserted(row('d', 1));
    expect(tally.total).toBe(4);
    tally.upserted(row('a', 3, { archived: true }));
    tally.removed('d');
    expect(tally.total).toBe(0);
  });

  it('applies an event only once the counts of the rows are known', () => {
    const tally = new UnreadTally(5);

    tally.upserted(row('a', 1));
    expect([tally.total, tally.needsCounts]).toEqual([5, true]);

    tally.counted(6, [row('a', 6)]);
    tally.summed(6);
    expect(tally.needsCounts).toBe(false);
    tally.summed(8);
    expect([tally.total, tally.needsCounts]).toEqual([8, true]);
  });
});
