import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareScalars, compareTexts, rowComparator } from './order.ts';

describe('compareTexts', () => {
  it('orders texts by their UTF-8 bytes', () => {
    // The last characters of one, two, three and four bytes, and the first characters of the next length: there the
    // orders differ.
    const edges = [
      '\0',
      '\x7f',
      '\x80',
      '\u07ff',
      '\u0800',
      '\ud7ff',
      '\ue000',
      '\uffff',
      '\u{10000}',
      '\u{10ffff}',
      'a',
    ];
    const text = fc.string({ unit: fc.constantFrom(...edges), maxLength: 4 });

    fc.assert(
      fc.property(
        text,
        text,
        (a, b) => Math.sign(compareTexts(a, b)) === Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b))),
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('compareScalars', () => {
  it('orders null before booleans, booleans before numbers and numbers before texts', () => {
    const inOrder = [null, false, true, -1e308, -1, 0, 0.5, 2, '', '1', 'a'];
    const shuffled = [...inOrder].reverse();

    expect(shuffled.sort(compareScalars)).toEqual(inOrder);
  });
});

describe('rowComparator', () => {
  it('breaks ties by ID in the direction of the last sort field', () => {
    const rows = ['b', 'a', 'c'].map((id) => ({ id, data: { rank: 1 } }));
    const sorted = (direction: 'asc' | 'desc') =>
      rows.toSorted(rowComparator([{ field: 'rank', direction }])).map(({ id }) => id);

    expect(sorted('asc')).toEqual(['a', 'b', 'c']);
    expect(sorted('desc')).toEqual(['c', 'b', 'a']);
  });
});
