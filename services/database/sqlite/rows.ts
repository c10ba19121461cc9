import { isExpired } from '#lib/data/document.ts';
import type { Held } from '#lib/data/reader.ts';
import type { Connection } from './connection.ts';
import type { Table } from './tables.ts';

/** A row of a statement. It stays inside the driver, because node:sqlite's rows have no prototype. */
export type RawRow = { readonly id: string; readonly v: number; readonly d: string };

export const heldOf = ({ id, v, d }: RawRow): Held => ({ id, version: String(v), data: JSON.parse(d) });

const selectById = (table: Table): string => `SELECT id, v, d FROM "${table.name}" WHERE id = ?`;

/** Returns the stored document with this id, expired or not. */
export function readStored({ prepared }: Connection, table: Table, id: string): Held | undefined {
  const raw = prepared(selectById(table)).get(id) as RawRow | undefined;
  return raw && heldOf(raw);
}

/** Returns the stored document with this id, unless it has expired. */
export function readUnexpired(connection: Connection, table: Table, id: string, now: Date): Held | undefined {
  const lying = readStored(connection, table, id);
  return lying && !isExpired(table.collection, lying.data, now) ? lying : undefined;
}
