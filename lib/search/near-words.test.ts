import { describe, expect, it } from 'vitest';
import { distanceWithin, nearWords, reachOf } from './near-words.ts';

describe('distanceWithin', () => {
  it.each([
    ['lamp', 'lamp', 0],
    ['lamp', 'lump', 1],
    ['lamp', 'lamps', 1],
    ['lapm', 'lamp', 1],
    ['лампа', 'ламба', 1],
    ['keyboard', 'kyebaord', 2],
  ])('counts one edit for a letter dropped, added, changed or swapped: %s → %s', (a, b, distance) => {
    expect(distanceWithin(a, b, 2)).toBe(distance);
    expect(distanceWithin(b, a, 2)).toBe(distance);
  });

  it('returns null when two words are further apart than the limit', () => {
    expect(distanceWithin('lamp', 'table', 2)).toBeNull();
    expect(distanceWithin('lamp', 'lamplighter', 2)).toBeNull();
    expect(distanceWithin('lamp', 'lump', 0)).toBeNull();
  });
});

describe('nearWords', () => {
  it('allows no edit below four letters, one up to seven and two from eight', () => {
    expect(['mug', 'lamp', 'lantern', 'keyboard'].map(reachOf)).toEqual([0, 1, 1, 2]);
    expect(nearWords('mag', ['mug', 'bag'])).toEqual([]);
  });

  it('sorts by distance and keeps the order of the vocabulary for ties', () => {
    const found = nearWords('keyboord', ['keybord', 'keyboards', 'keyboard', 'lamp']);

    expect(found.map(({ word }) => word)).toEqual(['keybord', 'keyboard', 'keyboards']);
  });
});
