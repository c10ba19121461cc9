import { describe, expect, it } from 'vitest';
import { isSameChoice, pollFigures } from './poll-figures.ts';

const options = ['a', 'b', 'c'].map((id) => ({ id, text: id.toUpperCase() }));

describe('pollFigures', () => {
  it('counts voters, not votes, when several options may be chosen', () => {
    const votes = { a: ['usr_1', 'usr_2', 'usr_3'], b: ['usr_1'] };

    const { total, mine, options: shown } = pollFigures({ options, votes }, 'usr_1');

    expect(total).toBe(3);
    expect(mine).toEqual(['a', 'b']);
    expect(shown.map(({ percent }) => percent)).toEqual([100, 33, 0]);
    expect(shown.map(({ isAhead }) => isAhead)).toEqual([true, false, false]);
  });

  it('shows zero percent and no leading option before the first vote', () => {
    const { total, options: shown } = pollFigures({ options, votes: {} }, 'usr_1');

    expect(total).toBe(0);
    expect(shown.every(({ percent, isAhead }) => percent === 0 && !isAhead)).toBe(true);
  });

  it('counts an option named "constructor" like any other', () => {
    const odd = [...options, { id: 'constructor', text: 'Odd' }];

    expect(pollFigures({ options: odd, votes: {} }, 'usr_1').total).toBe(0);
  });
});

it('treats the same options in another order as the same choice', () => {
  expect(isSameChoice(['a', 'b'], ['b', 'a'])).toBe(true);
  expect(isSameChoice(['a'], ['a', 'b'])).toBe(false);
  expect(isSameChoice([], [])).toBe(true);
});
