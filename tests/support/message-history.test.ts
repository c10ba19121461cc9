import { describe, expect, it } from 'vitest';
import { type Acked, faultsIn, type MessageHistory, type Reader, type Said } from './message-history.ts';

const said = (seq: number, content = `No ${seq}`): Said => ({ id: `msg_${seq}`, seq, content });
const rows = [1, 2, 3, 4].map((seq) => said(seq));
const acked = rows.map((row, at): Acked => ({ ...row, senderId: at % 2 === 0 ? 'ann' : 'bob', sent: at }));
const ann: Reader = { name: 'ann', shown: rows, counts: { unread: { events: 2, answers: 2, rows: 2 } } };
const sound: MessageHistory = { acked, stored: rows, readers: [ann] };

const shownTo = (...seqs: number[]): MessageHistory => ({
  ...sound,
  readers: [{ ...ann, shown: seqs.map((seq) => said(seq)) }],
});

describe('the checker of message histories', () => {
  it('finds nothing when everyone saw every message once and in order', () => {
    expect(faultsIn(sound)).toEqual([]);
  });

  it.each<[string, MessageHistory, string | RegExp]>([
    [
      'an acknowledged message that is lost',
      { ...sound, stored: rows.slice(0, 3) },
      'msg_4 was acknowledged and is not',
    ],
    [
      'a gap in the numbers',
      { ...sound, stored: [...rows, said(6)] },
      'the rows are not numbered from 1 without a gap, at 6',
    ],
    ['a duplicate number', { ...sound, stored: [...rows, { ...said(4), id: 'msg_x' }] }, 'without a gap, at 4'],
    [
      'a message that was never sent',
      { ...sound, stored: [...rows, said(5)] },
      'msg_5 is stored and was never acknowledged',
    ],
    [
      'two sends merged into one message',
      { ...sound, acked: [...acked, ...acked.slice(3)] },
      'two sends were answered with one',
    ],
    [
      'a number that differs from the response',
      { ...sound, acked: acked.with(0, { ...acked[0], seq: 9 } as Acked) },
      'answered as 9',
    ],
    [
      'text that differs from the sent one',
      { ...sound, acked: acked.with(0, { ...acked[0], content: 'x' } as Acked) },
      'does not say',
    ],
    [
      'a sender’s messages out of order',
      { ...sound, acked: acked.with(0, { ...acked[0], sent: 9 } as Acked) },
      'of ann are not',
    ],
    ['a message that one person never saw', shownTo(1, 2, 3), 'ann was not shown 1 of 4'],
    ['a skipped message', shownTo(1, 2, 4), 'ann was shown 4 after 2'],
    ['a message shown twice', shownTo(1, 2, 2, 3, 4), 'ann was shown msg_2 twice'],
    ['messages shown out of order', shownTo(1, 3, 2, 4), 'ann was shown 3 after 1'],
    ['a message that is not stored', shownTo(1, 2, 3, 4, 5), 'msg_5, which is not what is stored'],
    [
      'counts that disagree',
      { ...sound, readers: [{ ...ann, counts: { unread: { events: 2, rows: 3 } } }] },
      'ann: unread is {"events":2,"rows":3}',
    ],
  ])('finds %s', (_, history, fault) => {
    expect(faultsIn(history)).toContainEqual(expect.stringMatching(fault));
  });
});
