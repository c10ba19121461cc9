import { applyPatch } from '#lib/data/apply-patch.ts';
import type { Collection } from '#lib/data/collection.ts';
import { fromStored, isExpired, type Stored, toStored } from '#lib/data/document.ts';
import type { Update, Write } from '#lib/data/pending-writes.ts';
import type { Held } from '#lib/data/reader.ts';
import { alreadyExists, changedSince, missingDocument } from '#lib/data/store-errors.ts';
import type { Connection } from './connection.ts';
import { type Driver, tableFor } from './driver.ts';
import { readStored } from './rows.ts';
import { rewriteEntries } from './side-tables.ts';
import { columnOf, columnValue, type Table } from './tables.ts';

// The number of changes kept for the watchers of other processes: half a minute at the highest rate of one writer.
const KEPT_CHANGES = 100_000;
const PRUNE_EVERY = 1_000;

type Json = Record<string, unknown>;
type Row = Stored & { readonly id: string; readonly version: number };
export type Changed = { readonly collection: string; readonly id: string };

type Upsert = Exclude<Write, { kind: 'delete' }>;

function patched({ collection }: Table, { id, patch, ifVersion }: Update, held: Held | undefined): Stored {
  if (!held) throw missingDocument(collection, id);
  if (ifVersion !== undefined && held.version !== ifVersion) throw changedSince(collection, id);
  const typed = collection as Collection<Json>;
  return toStored(typed, id, applyPatch(`${collection.name}/${id}`, fromStored(typed, id, held.data), patch));
}

function documentAfter(table: Table, write: Upsert, lying: Held | undefined, now: Date): Stored {
  const held = lying && !isExpired(table.collection, lying.data, now) ? lying : undefined;
  if (write.kind === 'update') return patched(table, write, held);
  if (write.kind === 'create' && held) throw alreadyExists(table.collection, write.id);
  return write.stored;
}

/** Records a change and returns its number, which is the new version of the document. */
function noteChange({ prepared }: Connection, collection: string, id: string): number {
  const sequence = Number(
    prepared('INSERT INTO _changes (coll, id) VALUES (?, ?)').run(collection, id).lastInsertRowid,
  );
  if (sequence % PRUNE_EVERY === 0) prepared('DELETE FROM _changes WHERE seq <= ?').run(sequence - KEPT_CHANGES);
  return sequence;
}

/** Writes a document to its row. The statement names only changed columns, so no other index is rewritten. */
function putRow({ prepared }: Connection, { name, columns }: Table, row: Row, before: Json | undefined): void {
  const { id, version, text, data } = row;
  if (!before) {
    const named = ['id', 'v', 'd', ...columns.map(columnOf)];
    const sql = `INSERT INTO "${name}" (${named.join(', ')}) VALUES (${named.map(() => '?').join(', ')})`;
    prepared(sql).run(id, version, text, ...columns.map((field) => columnValue(data, field)));
    return;
  }
  const changed = columns.filter((field) => columnValue(data, field) !== columnValue(before, field));
  const sets = ['v', 'd', ...changed.map(columnOf)].map((column) => `${column} = ?`);
  const values = changed.map((field) => columnValue(data, field));
  prepared(`UPDATE "${name}" SET ${sets.join(', ')} WHERE id = ?`).run(version, text, ...values, id);
}

function applyWrite(driver: Driver, write: Write, now: Date): boolean {
  const { connection } = driver;
  const { id } = write;
  const table = tableFor(driver, write.collection);
  const lying = readStored(connection, table, id);
  const before = lying?.data ?? null;
  if (write.kind === 'delete') {
    if (!lying) return false;
    connection.prepared(`DELETE FROM "${table.name}" WHERE id = ?`).run(id);
    rewriteEntries(connection, table, id, { before, after: null });
    noteChange(connection, table.collection.name, id);
    return true;
  }
  const { data, text } = documentAfter(table, write, lying, now);
  const version = noteChange(connection, table.collection.name, id);
  putRow(connection, table, { id, version, text, data }, lying?.data);
  rewriteEntries(connection, table, id, { before, after: data });
  return true;
}

/** Applies the writes in order, under the caller's lock, and returns the changed documents. */
export function applyWrites(driver: Driver, writes: readonly Write[], now: Date): readonly Changed[] {
  return writes
    .filter((write) => applyWrite(driver, write, now))
    .map(({ collection, id }) => ({ collection: collection.name, id }));
}
