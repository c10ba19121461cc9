import { invalid } from '#lib/core/errors.ts';
import { ID_PATTERN } from '#lib/core/id-pattern.ts';
import { hashOf } from '#lib/core/ids.ts';
import { valueAt } from './order.ts';
import type { Cursor, Filter, Order, Scalar } from './query.ts';

/** The place after a row: its sort values and its id. */
export type Position = { readonly values: readonly Scalar[]; readonly id: string };
type Described = {
  readonly collection: { readonly name: string };
  readonly filters: readonly Filter[];
  readonly orders: readonly Order[];
};

// The values of the filters stay out of it: "since an hour ago" moves between two pages.
const shapeHash = ({ collection, filters, orders }: Described): string =>
  hashOf(
    collection.name,
    ...filters.map(({ field, op }) => `${field} ${op}`).sort(),
    ...orders.map(({ field, direction }) => `${field} ${direction}`),
  ).slice(0, 10);

const isScalar = (value: unknown): value is Scalar => value === null || typeof value !== 'object';

/** The cursor that continues a query after this row. */
export function cursorAfter(query: Described, row: { readonly id: string; readonly data: object }): Cursor {
  const values = query.orders.map(({ field }) => valueAt(row.data, field));
  return Buffer.from(JSON.stringify([shapeHash(query), ...values, row.id])).toString('base64url');
}

/** The parts of a cursor as they were put together; nothing where it is none. */
export function unpacked(cursor: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

/** Reads a cursor; one that another query made, or nobody, is a ValidationError. */
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
    throw invalid('The cursor belongs to another query', { cursor: 'does not fit' }, { code: 'InvalidCursor' });
  return { values: rest, id };
}
