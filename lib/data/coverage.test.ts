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
  it('merges indexes with the same tail for every combination of their filters', () => {
    for (const optional of subsets(['status', 'type', 'priority'])) {
      expect(isCovered(inbox, shape(['userId', ...optional], ['createdAt desc']))).toBe(true);
    }
  });

  it('rejects a query without a filter on every field of the merged indexes', () => {
    expect(isCovered(inbox, shape(['status'], ['createdAt desc']))).toBe(false);
    expect(isCovered(inbox, shape([], ['createdAt desc']))).toBe(false);
  });

  it.each([
    ['another direction', shape(['userId'], ['createdAt'])],
    ['another field', shape(['userId'], ['updatedAt desc'])],
    ['a longer tail', shape(['userId'], ['createdAt desc', 'status'])],
    ['a filter in no index', shape(['userId', 'colour'], ['createdAt desc'])],
  ])('rejects %s', (_, wanted) => {
    expect(isCovered(inbox, wanted)).toBe(false);
  });

  it('serves a query without a sort only from indexes without further fields', () => {
    expect(isCovered(inbox, shape(['userId']))).toBe(false);
    expect(isCovered(inbox, shape(['userId', 'type']))).toBe(false);
    expect(isCovered([['userId', 'type']], shape(['userId', 'type']))).toBe(true);
    expect(isCovered([['a'], ['b']], shape(['a', 'b']))).toBe(true);
  });

  it('needs no index for the order of the IDs', () => {
    expect(isCovered([], shape([]))).toBe(true);
    expect(isCovered([], shape([], ['a']))).toBe(false);
    expect(isCovered([['a']], shape([], ['a']))).toBe(true);
  });

  it('serves an array filter only from an index over that array', () => {
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
  it('accepts one whole index but no merge of indexes', () => {
    expect(isCoveredExactly(inbox, shape(['type', 'userId'], ['createdAt desc']))).toBe(true);
    expect(isCoveredExactly(inbox, shape(['userId', 'type', 'status'], ['createdAt desc']))).toBe(false);
    expect(isCoveredExactly(inbox, shape(['userId']))).toBe(false);
  });
});

describe('chooseIndex', () => {
  it('prefers the index with the most filters, then the shortest index', () => {
    expect(chooseIndex(inbox, shape(['userId', 'type'], ['createdAt desc']))).toEqual(inbox[2]);
    expect(chooseIndex([['a', 'b', 'c'], ['a']], shape(['a']))).toEqual(['a']);
  });

  it('uses an index over the array when the query filters by an array', () => {
    const indexes = [
      ['kind', 'flag', 'rank'],
      ['tags[]', 'rank'],
    ];

    expect(chooseIndex(indexes, shape(['kind', 'flag'], ['rank'], 'tags'))).toEqual(['tags[]', 'rank']);
  });

  it('returns undefined for the order of the IDs', () => {
    expect(chooseIndex(inbox, shape([]))).toBeUndefined();
  });
});
