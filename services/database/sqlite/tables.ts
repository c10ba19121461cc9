import { createHash } from 'node:crypto';
import type { AnyCollection } from '#lib/data/collection.ts';
import type { Scalar } from '#lib/data/query.ts';
import { brokenRule } from '#lib/data/store-errors.ts';

/** A declared index: on the table itself, or on a side table with one row per element of the array field. */
export type TableIndex = {
  readonly declared: readonly string[];
  readonly name: string;
  readonly array: string | null;
  /** The table that the index is on. */
  readonly on: string;
  /** The declared fields beside the array. */
  readonly fields: readonly string[];
};

/**
 * How a collection is stored in the database. All names derive from the declarations alone, so startup can compare
 * them.
 */
export type Table = {
  readonly collection: AnyCollection;
  readonly name: string;
  /**
   * The fields with a column of their own, on which indexes are built. A write that leaves a column unchanged rewrites
   * no index on it.
   */
  readonly columns: readonly string[];
  readonly indexes: readonly TableIndex[];
  readonly ttl: { readonly field: string; readonly index: string } | null;
};

const PLAIN_NAME = /^[A-Za-z][A-Za-z0-9_]*$/;

export const fieldOf = (entry: string): string => entry.replace(/\[\]$| desc$/, '');
export const columnOf = (field: string): string => `"f_${field}"`;

// json_extract returns 1 for true. These two codes are below every number that a document may compare by. So the order
// of types is Firestore's: null, false, true, numbers, texts.
export const FALSE_CODE = Number.NEGATIVE_INFINITY;
export const TRUE_CODE = -Number.MAX_VALUE;

/** Returns a value in the form that columns hold. */
export const encoded = (value: Scalar): string | number | null =>
  typeof value === 'boolean' ? (value ? TRUE_CODE : FALSE_CODE) : value;

/** Returns the SQL expression that computes the column of a field from the document. It fills a new column. */
export const columnExpression = (field: string): string =>
  `CASE json_type(d, '$.${field}') WHEN 'true' THEN ${TRUE_CODE} WHEN 'false' THEN -9e999 ELSE json_extract(d, '$.${field}') END`;

/** Returns the column value of a field of a document. An indexed field is a scalar and never missing. */
export const columnValue = (data: Readonly<Record<string, unknown>>, field: string): string | number | null =>
  encoded((data[field] ?? null) as Scalar);

const shortened = (name: string): string =>
  name.length <= 120 ? name : `${name.slice(0, 100)}_${createHash('sha256').update(name).digest('hex').slice(0, 16)}`;

function indexOf(collection: string, declared: readonly string[]): TableIndex {
  const arrays = declared.filter((entry) => entry.endsWith('[]'));
  if (arrays.length > 1) throw brokenRule(`An index of ${collection} must not contain two arrays`);
  for (const entry of declared) {
    if (!PLAIN_NAME.test(fieldOf(entry))) throw brokenRule(`${collection}.${fieldOf(entry)} cannot be indexed by name`);
  }
  const label = declared.map((entry) => entry.replace('[]', '__each').replace(' desc', '__desc')).join('___');
  const array = arrays[0] === undefined ? null : fieldOf(arrays[0]);
  return {
    declared,
    name: shortened(`i_${collection}___${label}`),
    array,
    on: array === null ? `c_${collection}` : shortened(`x_${collection}___${label}`),
    fields: declared.filter((entry) => !entry.endsWith('[]')).map(fieldOf),
  };
}

/** Returns the table that a collection needs. */
export function tableOf(collection: AnyCollection): Table {
  const { name, ttl = null } = collection;
  if (!PLAIN_NAME.test(name)) throw brokenRule(`"${name}" cannot be the name of a collection`);
  const declared = new Map(collection.indexes.map((index) => [index.join(), index]));
  const indexes = [...declared.values()].map((index) => indexOf(name, index));
  const columns = new Set(indexes.flatMap((index) => index.fields));
  if (ttl !== null) columns.add(ttl);
  return {
    collection,
    name: `c_${name}`,
    columns: [...columns].sort(),
    indexes,
    ttl: ttl === null ? null : { field: ttl, index: `t_${name}___${ttl}` },
  };
}

/** Returns the SQL of an index: its fields in their directions, then the id in the direction of the last field. */
export function createIndexSql(index: TableIndex): string {
  const fields = index.declared.map((entry) =>
    entry.endsWith('[]') ? 'av' : `${columnOf(fieldOf(entry))}${entry.endsWith(' desc') ? ' DESC' : ''}`,
  );
  const id = index.declared.at(-1)?.endsWith(' desc') ? 'id DESC' : 'id';
  return `CREATE INDEX "${index.name}" ON "${index.on}" (${[...fields, id].join(', ')})`;
}
