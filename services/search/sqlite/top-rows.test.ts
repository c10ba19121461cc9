import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareTexts } from '#lib/data/order.ts';
import { Bits } from './bits.ts';
import { type Column, Numbers, Texts } from './columns.ts';
import { topRows } from './top-rows.ts';

type Value = number | string | null;
const directions = ['asc', 'desc'] as const;

/** Sorts all rows the plain way: by value, null first ascending, ties by id ascending. */
function sorted(values: readonly Value[], ids: readonly string[], direction: 'asc' | 'desc'): number[] {
  const compare = (a: Value, b: Value): number => {
    if (a === null || b === null) return Number(a !== null) - Number(b !== null);
    return typeof a === 'string' ? compareTexts(a, String(b)) : a - Number(b);
  };
  const sign = direction === 'asc' ? 1 : -1;
  return [...values.keys()].sort(
    (a, b) => sign * compare(values[a] ?? null, values[b] ?? null) || compareTexts(ids[a] ?? '', ids[b] ?? ''),
  );
}

function shelfOf(column: Column, values: readonly Value[]) {
  const rows = new Bits();
  values.forEach((value, row) => {
    column.set(row, value);
    rows.add(row);
  });
  return { rows, ids: values.map((_, row) => `id${(row * 37) % 101}`) };
}

function expectSorted(column: Column, values: readonly Value[], direction: 'asc' | 'desc', limit: number): void {
  const { rows, ids } = shelfOf(column, values);
  const expected = sorted(values, ids, direction);
  expect(topRows(rows, { column, direction, ids }, limit)).toEqual(expected.slice(0, limit));

  const [at] = expected.slice(Math.floor(expected.length / 2));
  if (at === undefined) return;
  const after = { value: values[at] ?? null, id: ids[at] ?? '' };
  const rest = expected.slice(expected.indexOf(at) + 1);
  expect(topRows(rows, { column, direction, ids }, limit, after)).toEqual(rest.slice(0, limit));
}

describe('topRows', () => {
  it('returns what sorting all numbers would, from the start and after any position', () => {
    const value = fc.option(fc.integer({ min: -5, max: 5 }), { nil: null });
    fc.assert(
      fc.property(
        fc.array(value, { maxLength: 60 }),
        fc.constantFrom(...directions),
        fc.integer({ min: 1, max: 70 }),
        (values, direction, limit) => expectSorted(new Numbers(), values, direction, limit),
      ),
    );
  });

  it('returns what sorting all texts by bytes would, emoji and common prefixes included', () => {
    const text = fc.stringMatching(/^(lamp|ламп)?[a\u{fffd}\u{1f600}]{0,3}$/u);
    const value = fc.option(text, { nil: null });
    fc.assert(
      fc.property(
        fc.array(value, { maxLength: 60 }),
        fc.constantFrom(...directions),
        fc.integer({ min: 1, max: 70 }),
        (values, direction, limit) => expectSorted(new Texts(), values, direction, limit),
      ),
    );
  });
});
