import { describe, expect, it } from 'vitest';
import { codeOf } from '#lib/core/errors.ts';
import { JournalEntries } from '#lib/payments/collections.ts';
import { testContext } from '#tests/support/context.ts';
import { type Booking, balanceOf, entryIdOf, type Posting, postEntry, postingsOf, reversed } from './journal.ts';

const at = '2026-01-01T00:00:00.000Z';
const topup: readonly Posting[] = [
  { account: 'gateway:cardgw', amountMinor: 500, currency: 'UAH' },
  { account: 'user_credit:usr_1', amountMinor: -500, currency: 'UAH' },
];
const booking = (about: Partial<Booking> = {}): Booking => ({
  kind: 'topup',
  subjectId: 'W1-1',
  at,
  note: '',
  postings: topup,
  ...about,
});

describe('postEntry', () => {
  it('posts both sides: a held amount is positive in balanceOf and an owed amount negative', async () => {
    const { data } = await testContext();

    await data.batch((write) => postEntry(write, booking()));
    await data.batch((write) => postEntry(write, booking({ subjectId: 'W1-2' })));

    expect(await balanceOf(data, 'gateway:cardgw', 'UAH')).toBe(1000);
    expect(await balanceOf(data, 'user_credit:usr_1', 'UAH')).toBe(-1000);
    expect(await balanceOf(data, 'gateway:cardgw', 'EUR')).toBe(0);
  });

  it('rejects a second entry for a subject and rolls back the whole transaction', async () => {
    const { data } = await testContext();
    await data.batch((write) => postEntry(write, booking()));

    const again = data.batch((write) => {
      postEntry(write, booking({ subjectId: 'W1-2' }));
      postEntry(write, booking());
    });

    await expect(again).rejects.toSatisfy((error) => codeOf(error) === 'EXISTS');
    expect(await data.get(JournalEntries, entryIdOf('topup', 'W1-2'))).toBeUndefined();
    expect(await balanceOf(data, 'gateway:cardgw', 'UAH')).toBe(500);
  });

  it.each([
    ['off by a unit', [topup[0], { account: 'bank', amountMinor: -499, currency: 'UAH' }]],
    ['one-sided', [topup[0]]],
    ['balanced only across two currencies', [topup[0], { account: 'bank', amountMinor: -500, currency: 'EUR' }]],
  ])('rejects an entry that is %s', async (_, postings) => {
    const { data } = await testContext();

    await expect(data.batch((write) => postEntry(write, booking({ postings: postings as Posting[] })))).rejects.toThrow(
      /is off by/,
    );
  });

  it('omits postings of zero', async () => {
    const { data } = await testContext();

    const postings: Posting[] = [...topup, { account: 'tax', amountMinor: 0, currency: 'UAH' }];
    await data.batch((write) => postEntry(write, booking({ postings })));

    expect(await postingsOf(data, entryIdOf('topup', 'W1-1'))).toEqual(topup);
  });
});

describe('reversed', () => {
  it('negates every posting', () => {
    expect([...topup, ...reversed(topup)].reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(0);
    expect(reversed(reversed(topup))).toEqual(topup);
  });
});
