import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Bits } from './bits.ts';
import { FacetRows } from './facet-rows.ts';

const rows = fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 120 });
const facetRowsOf = (list: readonly number[]): FacetRows => {
  const rows = new FacetRows();
  for (const row of list) rows.add(row);
  return rows;
};
const listOf = (bits: Bits): number[] => {
  const list: number[] = [];
  bits.forEach((row) => {
    list.push(row);
  });
  return list;
};

describe('FacetRows', () => {
  it('holds a set of rows, few or many, through additions and deletions', () => {
    fc.assert(
      fc.property(rows, rows, rows, (added, deleted, others) => {
        const held = facetRowsOf(added);
        for (const row of deleted) held.delete(row);
        const expected = [...new Set(added)].filter((row) => !deleted.includes(row)).sort((a, b) => a - b);
        const bits = new Bits();
        for (const row of others) bits.add(row);

        expect(listOf(held.toBits())).toEqual(expected);
        expect(held.sizeWithin(bits)).toBe(expected.filter((row) => others.includes(row)).length);
      }),
    );
  });

  it('uses no more memory for a facet of one row when the row number is high', () => {
    expect(facetRowsOf([100_000]).weight).toBe(facetRowsOf([1]).weight);
  });
});
