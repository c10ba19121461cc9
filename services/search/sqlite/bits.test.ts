import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Bits } from './bits.ts';

const rows = fc.uniqueArray(fc.integer({ min: 0, max: 200 }), { maxLength: 80 });
const bitsOf = (list: readonly number[]): Bits => {
  const bits = new Bits(10);
  for (const row of list) bits.add(row);
  return bits;
};
const listOf = (bits: Bits): number[] => {
  const list: number[] = [];
  bits.forEach((row) => {
    list.push(row);
  });
  return list;
};
const ascending = (list: Iterable<number>): number[] => [...list].sort((a, b) => a - b);

describe('Bits', () => {
  it('holds a set of numbers through additions and deletions', () => {
    fc.assert(
      fc.property(rows, rows, (added, deleted) => {
        const bits = bitsOf(added);
        for (const row of deleted) bits.delete(row);
        const expected = ascending(added.filter((row) => !deleted.includes(row)));

        const backwards: number[] = [];
        bits.forEachReverse((row) => {
          backwards.push(row);
        });
        expect(listOf(bits)).toEqual(expected);
        expect(backwards).toEqual(expected.toReversed());
        expect(bits.size).toBe(expected.length);
        expect([bits.first(), bits.last()]).toEqual([expected[0], expected.at(-1)]);
        for (let row = 0; row <= 201; row++) expect(bits.has(row)).toBe(expected.includes(row));
      }),
    );
  });

  it('intersects, unites and counts like sets, and changes neither operand', () => {
    fc.assert(
      fc.property(rows, rows, (a, b) => {
        const [x, y] = [bitsOf(a), bitsOf(b)];
        const both = ascending(a.filter((row) => b.includes(row)));

        expect(listOf(x.and(y))).toEqual(both);
        expect(listOf(x.or(y))).toEqual(ascending(new Set([...a, ...b])));
        expect(x.sizeWith(y)).toBe(both.length);
        expect([listOf(x), listOf(y)]).toEqual([ascending(a), ascending(b)]);
      }),
    );
  });

  it('selects rows by a value range, and returns the smallest and largest value', () => {
    const value = fc.option(fc.integer({ min: -20, max: 20 }), { nil: Number.NaN });
    fc.assert(
      fc.property(fc.array(value, { maxLength: 100 }), fc.integer(), fc.integer(), (list, a, b) => {
        const values = Float64Array.from(list);
        const bits = bitsOf([...list.keys()]);
        const inside = list.flatMap((element, row) => (element >= a && element <= b ? [row] : []));
        const numbers = list.filter((element) => !Number.isNaN(element));

        expect(listOf(bits.within(values, a, b))).toEqual(inside);
        const { min, max } = bits.ends(values);
        if (numbers.length === 0) expect(min).toBeGreaterThan(max);
        else expect([min, max]).toEqual([Math.min(...numbers), Math.max(...numbers)]);
      }),
    );
  });
});
