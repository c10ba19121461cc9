import { compareTexts } from '#lib/data/order.ts';
import type { Bits } from './bits.ts';
import type { Column } from './columns.ts';

type Value = number | string | null;
type Sorting = { readonly column: Column; readonly direction: 'asc' | 'desc'; readonly ids: readonly string[] };
type Place = { readonly key: number; readonly value: Value; readonly id: string };

/**
 * Returns the first rows of a set in an order, after a place if one is given. Equal values are sorted by id ascending.
 * One pass over the set compares nearly every row only with the worst row kept, instead of sorting all rows.
 */
export function topRows(
  rows: Bits,
  { column, direction, ids }: Sorting,
  count: number,
  after?: { readonly value: Value; readonly id: string },
): number[] {
  const sign = direction === 'asc' ? 1 : -1;
  const placeOf = (row: number): Place => ({ key: column.key(row), value: column.value(row), id: ids[row] ?? '' });
  const compare = (a: Place, b: Place): number =>
    sign * (a.key === b.key ? column.compareTied(a.value, b.value) : a.key < b.key ? -1 : 1) ||
    compareTexts(a.id, b.id);
  const start = after && { key: column.keyOf(after.value), value: after.value, id: after.id };

  const kept: { row: number; place: Place }[] = [];
  let worst: Place | undefined;
  const visit = (row: number): void => {
    // Number keys nearly always decide, and text comparisons nearly always decide the rest, without allocating an
    // object.
    const key = column.key(row);
    if (start && sign * key < sign * start.key) return;
    if (worst && sign * key > sign * worst.key) return;
    if (worst && key === worst.key && sign * column.compareTied(column.value(row), worst.value) > 0) return;
    const place = placeOf(row);
    if (start && compare(place, start) <= 0) return;
    if (worst && compare(place, worst) >= 0) return;
    insert(kept, { row, place }, (a, b) => compare(a.place, b.place));
    if (kept.length > count) kept.pop();
    if (kept.length === count) worst = kept.at(-1)?.place;
  };

  // Rows often lie in the order of their creation. Starting at the better end keeps the first rows and rejects the rest
  // quickly.
  const [first, last] = [rows.first(), rows.last()];
  if (first === undefined || last === undefined) return [];
  if (compare(placeOf(first), placeOf(last)) <= 0) rows.forEach(visit);
  else rows.forEachReverse(visit);
  return kept.map(({ row }) => row);
}

/** Inserts an item into its place in a sorted list. */
function insert<T>(sorted: T[], item: T, compare: (a: T, b: T) => number): void {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const middleItem = sorted[middle];
    if (middleItem !== undefined && compare(middleItem, item) <= 0) low = middle + 1;
    else high = middle;
  }
  sorted.splice(low, 0, item);
}
