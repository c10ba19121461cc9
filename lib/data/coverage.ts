import type { AnyCollection } from './collection.ts';
import { missingIndex } from './store-errors.ts';

/**
 * What a query needs from an index: the fields compared by `==` or `in`, an array field, and the sort as
 * `'createdAt desc'`.
 */
export type Shape = {
  readonly equal: readonly string[];
  readonly array: string | null;
  readonly tail: readonly string[];
};
type Index = readonly string[];

/** Returns the fields before the tail, or undefined when the index does not end in exactly that tail. */
function headBefore(index: Index, tail: readonly string[]): Index | undefined {
  const at = index.length - tail.length;
  return at >= 0 && tail.every((field, i) => index[at + i] === field) ? index.slice(0, at) : undefined;
}

/** Returns the longest leading run of needed fields. */
function leadingRun(index: Index, need: ReadonlySet<string>): Index {
  const end = index.findIndex((field) => !need.has(field));
  return end < 0 ? index : index.slice(0, end);
}

const needOf = ({ equal, array }: Shape): ReadonlySet<string> =>
  new Set(array === null ? equal : [...equal, `${array}[]`]);

const byId = ({ equal, array, tail }: Shape): boolean => equal.length === 0 && array === null && tail.length === 0;

/** Returns the part of an index that a query can use, or undefined when the index cannot serve the query at all. */
function usable(index: Index, need: ReadonlySet<string>, tail: readonly string[]): Index | undefined {
  // An index over an array field has one row per element, or none. So it serves only a query that filters by that
  // array.
  if (index.some((field) => field.endsWith('[]') && !need.has(field))) return undefined;
  const head = tail.length > 0 ? headBefore(index, tail) : leadingRun(index, need);
  return head?.every((field) => need.has(field)) ? head : undefined;
}

/**
 * Returns true when declared indexes serve a query: one index exactly, or several indexes with the same sort tail
 * merged. Without a sort, rows come in the order of their ids. So on Firestore an index that sorts by another field
 * after the filters does not serve such a query.
 */
export function isCovered(indexes: readonly Index[], shape: Shape): boolean {
  if (byId(shape)) return true;
  const need = needOf(shape);
  const found = new Set<string>();
  for (const index of indexes) {
    const head = usable(index, need, shape.tail);
    if (!head || head.length + shape.tail.length < index.length) continue;
    if (need.size === 0) return true;
    for (const field of head) found.add(field);
  }
  return need.size > 0 && found.size === need.size;
}

/** Like `isCovered`, but requires one index that serves the query alone: no indexes are merged. */
export function isCoveredExactly(indexes: readonly Index[], shape: Shape): boolean {
  const need = needOf(shape);
  return (
    byId(shape) ||
    indexes.some(
      (index) =>
        index.length === need.size + shape.tail.length && usable(index, need, shape.tail)?.length === need.size,
    )
  );
}

/**
 * Returns the declared index to scan: the index whose head covers the most filters, and of several such indexes the
 * shortest. A query with an array filter scans an index that contains that array. Undefined means a scan in the order
 * of the ids.
 */
export function chooseIndex(indexes: readonly Index[], shape: Shape): Index | undefined {
  const need = needOf(shape);
  const entry = shape.array === null ? null : `${shape.array}[]`;
  let best: { readonly index: Index; readonly head: number } | undefined;
  for (const index of indexes) {
    const head = usable(index, need, shape.tail);
    if (!head || (entry !== null && !head.includes(entry)) || (head.length === 0 && shape.tail.length === 0)) continue;
    if (!best || head.length > best.head || (head.length === best.head && index.length < best.index.length)) {
      best = { index, head: head.length };
    }
  }
  return best?.index;
}

/** Returns the index declaration that a shape needs, as its author would write it. */
export const wantedIndex = ({ equal, array, tail }: Shape): Index => [
  ...(array === null ? [] : [`${array}[]`]),
  ...equal,
  ...tail,
];

/** Throws MISSING_INDEX for a query that no declared index serves. The message names the missing declaration. */
export function assertCovered(collection: AnyCollection, shape: Shape, strict: boolean): void {
  const covers = strict ? isCoveredExactly : isCovered;
  if (covers(collection.indexes, shape)) return;
  const wanted = wantedIndex(shape)
    .map((field) => `'${field}'`)
    .join(', ');
  throw missingIndex(`No index of ${collection.name} serves this query; declare [${wanted}]`);
}
