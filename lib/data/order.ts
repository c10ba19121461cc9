import type { Order, Scalar } from './query.ts';

// Firestore's order of types, which we use too: null, booleans, numbers, texts.
const rank = (value: Scalar): number =>
  value === null ? 0 : typeof value === 'boolean' ? 1 : typeof value === 'number' ? 2 : 3;

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;

/** Compares texts by UTF-8 bytes. JavaScript compares UTF-16 units, which sorts an emoji before U+FFFD. */
export function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    if (isSurrogate(x) !== isSurrogate(y)) return isSurrogate(x) ? 1 : -1;
    return x - y;
  }
  return a.length - b.length;
}

/** Compares two values. Every driver uses this order. */
export function compareScalars(a: Scalar, b: Scalar): number {
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  return rank(a) - rank(b);
}

type Placed = { readonly id: string; readonly data: object };

export const valueAt = (data: object, field: string): Scalar =>
  ((data as Record<string, unknown>)[field] ?? null) as Scalar;

/** Returns the total order of a query: its sort fields, then the id in the direction of the last sort field. */
export function rowComparator(orders: readonly Order[]): (a: Placed, b: Placed) => number {
  const last = orders.at(-1)?.direction === 'desc' ? -1 : 1;
  return (a, b) => {
    for (const { field, direction } of orders) {
      const difference = compareScalars(valueAt(a.data, field), valueAt(b.data, field));
      if (difference !== 0) return direction === 'desc' ? -difference : difference;
    }
    return last * compareTexts(a.id, b.id);
  };
}
