import { invalid } from '#lib/core/errors.ts';
import { ID_PATTERN } from '#lib/core/id-pattern.ts';
import { hashOf } from '#lib/core/ids.ts';
import { valueAt } from './order.ts';
import type { Cursor, Filter, Order, Scalar } from './query.ts';

/** The position after a row: the row's sort values and id. */
export type Position = { readonly values: readonly Scalar[]; readonly id: string };
type Described = {
  readonly collection: { readonly name: string };
  readonly filters: readonly Filter[];
  readonly orders: readonly Order[];
};

// The hash leaves out the filter values, because a value such as "since an hour ago" changes between two pages.
const shapeHash = ({ collection, filters, orders }: Described): string =>
  hashOf(
    collection.name,
    ...filters.map(({ field, op }) => `${field} ${op}`).sort(),
    ...orders.map(({ field, direction }) => `${field} ${direction}`),
  ).slice(0, 10);

const isScalar = (value: unknown): value is Scalar => value === null || typeof value !== 'object';

/** Returns the cursor that continues a query after this row. */
export function cursorAfter(query: Described, row: { readonly id: string; readonly data: object }): Cursor {
  const values = query.orders.map(({ field }) => valueAt(row.data, field));
  return Buffer.from(JSON.stringify([shapeHash(query), ...values, row.id])).toString('base64url');
}

/** Returns the parts that were packed into a cursor; returns [] when the text is not a cursor. */
export function unpacked(cursor: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

/** Decodes a cursor. Throws a ValidationError when the text is not a cursor or belongs to another query. */
export function positionOf(query: Described, cursor: Cursor): Position {
  const [hash, ...rest] = unpacked(cursor);
  const id = rest.pop();
  const fits =
    hash === shapeHash(query) &&
    rest.length === query.orders.length &&
    rest.every(isScalar) &&
    typeof id === 'string' &&
    ID_PATTERN.test(id);
  if (!fits)
    throw invalid(
      'The cursor belongs to another query',
      { cursor: 'is not a cursor of this query' },
      { code: 'InvalidCursor' },
    );
  return { values: rest, id };
}
