import { describe, expect, it } from 'vitest';
import { chooseIndex, isCovered, isCoveredExactly, type Shape } from './coverage.ts';

const shape = (equal: readonly string[], tail: readonly string[] = [], array: string | null = null): Shape => ({
  equal,
  tail,
  array,
});
const subsets = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: 2 ** all.length }, (_, mask) => all.filter((_one, i) => (mask >> i) % 2 === 1));

const inbox = [
  ['userId', 'createdAt desc'],
  ['userId', 'status', 'createdAt desc'],
  ['userId', 'type', 'createdAt desc'],
  ['userId', 'priority', 'createdAt desc'],
];

describe('isCovered', () => {
  it('merges indexes with the same tail into every combination of their filters', () => {
    for (const optional of subsets(['status', 'type', 'priority'])) {
      expect(isCovered(inbox, shape(['userId', ...optional], ['createdAt desc']))).toBe(true);
    }
  });

  it('needs a filter of every index it merges', () => {
    expect(isCovered(inbox, shape(['status'], ['createdAt desc']))).toBe(false);
    expect(isCovered(inbox, shape([], ['createdAt desc']))).toBe(false);
  });

  it.each([
    ['another direction', shape(['userId'], ['createdAt'])],
    ['another field', shape(['userId'], ['updatedAt desc'])],
    ['a longer tail', shape(['userId'], ['createdAt desc', 'status'])],
    ['a filter in no index', shape(['userId', 'colour'], ['createdAt desc'])],
  ])('refuses %s', (_, wanted) => {
    expect(isCovered(inbox, wanted)).toBe(false);
  });

  it('serves a filter without a sort from indexes that hold nothing else, as they come in the order of the ids', () => {
    expect(isCovered(inbox, shape(['userId']))).toBe(false);
    expect(isCovered(inbox, shape(['userId', 'type']))).toBe(false);
    expect(isCovered([['userId', 'type']], shape(['userId', 'type']))).toBe(true);
    expect(isCovered([['a'], ['b']], shape(['a', 'b']))).toBe(true);
  });

  it('serves the order of the ids without any declaration', () => {
    expect(isCovered([], shape([]))).toBe(true);
    expect(isCovered([], shape([], ['a']))).toBe(false);
    expect(isCovered([['a']], shape([], ['a']))).toBe(true);
  });

  it('serves an array filter from an index over that array only', () => {
    const indexes = [
      ['tags[]', 'rank'],
      ['kind', 'rank'],
      ['kind', 'labels[]', 'rank'],
    ];

    expect(isCovered(indexes, shape([], ['rank'], 'tags'))).toBe(true);
    expect(isCovered(indexes, shape(['kind'], ['rank'], 'tags'))).toBe(true);
    expect(isCovered(indexes, shape(['kind'], ['rank'], 'labels'))).toBe(true);
    expect(isCovered(indexes, shape([], ['rank'], 'labels'))).toBe(false);
    expect(isCovered(indexes, shape(['tags'], ['rank']))).toBe(false);
  });
});

describe('isCoveredExactly', () => {
  it('accepts one whole index and no merge', () => {
    expect(isCoveredExactly(inbox, shape(['type', 'userId'], ['createdAt desc']))).toBe(true);
    expect(isCoveredExactly(inbox, shape(['userId', 'type', 'status'], ['createdAt desc']))).toBe(false);
    expect(isCoveredExactly(inbox, shape(['userId']))).toBe(false);
  });
});

describe('chooseIndex', () => {
  it('takes the index that holds most of the filters, of equals the shortest', () => {
    expect(chooseIndex(inbox, shape(['userId', 'type'], ['createdAt desc']))).toEqual(inbox[2]);
    expect(chooseIndex([['a', 'b', 'c'], ['a']], shape(['a']))).toEqual(['a']);
  });

  it('walks an index over the array whenever the query filters by one', () => {
    const indexes = [
      ['kind', 'flag', 'rank'],
      ['tags[]', 'rank'],
    ];

    expect(chooseIndex(indexes, shape(['kind', 'flag'], ['rank'], 'tags'))).toEqual(['tags[]', 'rank']);
  });

  it('walks no index for the order of the ids', () => {
    expect(chooseIndex(inbox, shape([]))).toBeUndefined();
  });
});
