import type { Collection, Indexed } from './collection.ts';

export type Op = '==' | 'in' | '<' | '<=' | '>' | '>=' | 'has' | 'hasAny';
export type Direction = 'asc' | 'desc';
/** The position after the last row of a page; opaque. A cursor of another query shape is a ValidationError. */
export type Cursor = string;

type Element<V> = V extends readonly (infer E)[] ? E : never;
export type ValueFor<V, O extends Op> = O extends 'in'
  ? readonly V[]
  : O extends 'has'
    ? Element<V>
    : O extends 'hasAny'
      ? readonly Element<V>[]
      : V;

export type Scalar = string | number | boolean | null;
export type Filter = { readonly field: string; readonly op: Op; readonly value: Scalar | readonly Scalar[] };
export type Order = { readonly field: string; readonly direction: Direction };

/** A description of a query; the query runs only when it is passed to the store. Every method returns a new query. */
export type Query<T extends object> = {
  readonly collection: Collection<T>;
  readonly filters: readonly Filter[];
  readonly orders: readonly Order[];
  /** At most 500; a `find` without a count is rejected. */
  readonly count: number | null;
  readonly cursor: Cursor | null;
  where<K extends Indexed<T>, O extends Op>(field: K, op: O, value: ValueFor<T[K], O>): Query<T>;
  orderBy(field: Indexed<T>, direction?: Direction): Query<T>;
  limit(count: number): Query<T>;
  after(cursor: Cursor | undefined): Query<T>;
};

type State<T extends object> = Pick<Query<T>, 'collection' | 'filters' | 'orders' | 'count' | 'cursor'>;

const build = <T extends object>(state: State<T>): Query<T> => ({
  ...state,
  where: (field, op, value) =>
    build({ ...state, filters: [...state.filters, { field, op, value: value as Filter['value'] }] }),
  orderBy: (field, direction = 'asc') => build({ ...state, orders: [...state.orders, { field, direction }] }),
  limit: (count) => build({ ...state, count }),
  after: (cursor) => build({ ...state, cursor: cursor ?? null }),
});

/** Starts a query over a collection: `from(Orders).where('userId', '==', id).orderBy('createdAt', 'desc').limit(20)`. */
export const from = <T extends object>(collection: Collection<T>): Query<T> =>
  build({ collection, filters: [], orders: [], count: null, cursor: null });
