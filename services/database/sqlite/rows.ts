import type { Collection } from '#lib/data/collection.ts';
import { fromStored, isExpired } from '#lib/data/document.ts';
import type { Row } from '#lib/data/store.ts';
import type { Connection } from './connection.ts';
import type { Table } from './tables.ts';

/** What a statement answers: never handed on, since node:sqlite's rows have no prototype. */
export type RawRow = { readonly id: string; readonly v: number; readonly d: string };
/** A stored document before it is brought to the present version and parsed. */
export type Held = { readonly id: string; readonly version: string; readonly data: Record<string, unknown> };

export const heldOf = ({ id, v, d }: RawRow): Held => ({ id, version: String(v), data: JSON.parse(d) });

export const rowOf = <T extends object>(collection: Collection<T>, { id, version, data }: Held): Row<T> => ({
  id,
  version,
  data: fromStored(collection, id, data),
});

const selectById = (table: Table): string => `SELECT id, v, d FROM "${table.name}" WHERE id = ?`;

/** The stored document with this id, unless it is past its time. */
export function readHeld({ prepared }: Connection, table: Table, id: string, now: Date): Held | undefined {
  const raw = prepared(selectById(table)).get(id) as RawRow | undefined;
  if (!raw) return undefined;
  const held = heldOf(raw);
  return isExpired(table.collection, held.data, now) ? undefined : held;
}
