import { createHash } from 'node:crypto';
import type { AnyCollection } from '#lib/data/collection.ts';
import type { Scalar } from '#lib/data/query.ts';
import { brokenRule } from '#lib/data/store-errors.ts';

/** A declared index: on the table itself, or on a side table that has a row per element of the array field. */
export type TableIndex = {
  readonly declared: readonly string[];
  readonly name: string;
  readonly array: string | null;
  /** The table it is on. */
  readonly on: string;
  /** The declared fields beside the array. */
  readonly fields: readonly string[];
};

/** How a collection lies in the database. Names come from the declarations alone, so they can be compared on opening. */
export type Table = {
  readonly collection: AnyCollection;
  readonly name: string;
  /** Fields with a column of their own, which indexes are made of: what a write leaves as it was, no index writes anew. */
  readonly columns: readonly string[];
  readonly indexes: readonly TableIndex[];
  readonly ttl: { readonly field: string; readonly index: string } | null;
};

const PLAIN_NAME = /^[A-Za-z][A-Za-z0-9_]*$/;

export const fieldOf = (entry: string): string => entry.replace(/\[\]$| desc$/, '');
export const columnOf = (field: string): string => `"f_${field}"`;

// json_extract answers 1 for true. These two are below every number a document may compare by, so the order of types is
// null, false, true, numbers, texts: Firestore's.
export const FALSE_CODE = Number.NEGATIVE_INFINITY;
export const TRUE_CODE = -Number.MAX_VALUE;

/** A value as columns hold it. */
export const encoded = (value: Scalar): string | number | null =>
  typeof value === 'boolean' ? (value ? TRUE_CODE : FALSE_CODE) : value;

/** What the column of a field holds, told from the document in SQL: fills a column that is new. */
export const columnExpression = (field: string): string =>
  `CASE json_type(d, '$.${field}') WHEN 'true' THEN ${TRUE_CODE} WHEN 'false' THEN -9e999 ELSE json_extract(d, '$.${field}') END`;

/** What the column of a field holds of a document; where it is indexed it is a scalar, and never missing. */
export const columnValue = (data: Readonly<Record<string, unknown>>, field: string): string | number | null =>
  encoded((data[field] ?? null) as Scalar);

const shortened = (name: string): string =>
  name.length <= 120 ? name : `${name.slice(0, 100)}_${createHash('sha256').update(name).digest('hex').slice(0, 16)}`;

function indexOf(collection: string, declared: readonly string[]): TableIndex {
  const arrays = declared.filter((entry) => entry.endsWith('[]'));
  if (arrays.length > 1) throw brokenRule(`An index of ${collection} names two arrays`);
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

/** The table a collection wants. */
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

/** The SQL of an index: its fields in their directions, then the id in the direction of the last. */
export function createIndexSql(index: TableIndex): string {
  const fields = index.declared.map((entry) =>
    entry.endsWith('[]') ? 'av' : `${columnOf(fieldOf(entry))}${entry.endsWith(' desc') ? ' DESC' : ''}`,
  );
  const id = index.declared.at(-1)?.endsWith(' desc') ? 'id DESC' : 'id';
  return `CREATE INDEX "${index.name}" ON "${index.on}" (${[...fields, id].join(', ')})`;
}
