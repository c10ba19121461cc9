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
  ])('counts one for a letter dropped, added, changed or swapped: %s → %s', (a, b, distance) => {
    expect(distanceWithin(a, b, 2)).toBe(distance);
    expect(distanceWithin(b, a, 2)).toBe(distance);
  });

  it('answers null as soon as two words are further apart than asked', () => {
    expect(distanceWithin('lamp', 'table', 2)).toBeNull();
    expect(distanceWithin('lamp', 'lamplighter', 2)).toBeNull();
    expect(distanceWithin('lamp', 'lump', 0)).toBeNull();
  });
});

describe('nearWords', () => {
  it('forgives nothing below four letters, one up to seven, two from eight', () => {
    expect(['mug', 'lamp', 'lantern', 'keyboard'].map(reachOf)).toEqual([0, 1, 1, 2]);
    expect(nearWords('mag', ['mug', 'bag'])).toEqual([]);
  });

  it('puts the closest first and leaves equals in the order of the vocabulary', () => {
    const found = nearWords('keyboord', ['keybord', 'keyboards', 'keyboard', 'lamp']);

    expect(found.map(({ word }) => word)).toEqual(['keybord', 'keyboard', 'keyboards']);
  });
});
