import { applyPatch } from '#lib/data/apply-patch.ts';
import type { Collection } from '#lib/data/collection.ts';
import { fromStored, type Stored, toStored } from '#lib/data/document.ts';
import type { Update, Write } from '#lib/data/pending-writes.ts';
import { alreadyExists, changedSince, missingDocument } from '#lib/data/store-errors.ts';
import type { Connection } from './connection.ts';
import { type Driver, tableFor } from './driver.ts';
import { readHeld } from './rows.ts';
import { documentBefore, rewriteEntries } from './side-tables.ts';
import type { Table } from './tables.ts';

// Kept for the watchers of other processes: half a minute at the highest rate one writer reaches.
const KEPT_CHANGES = 100_000;
const PRUNE_EVERY = 1_000;

type Json = Record<string, unknown>;
export type Changed = { readonly collection: string; readonly id: string };

function patched(connection: Connection, table: Table, { id, patch, ifVersion }: Update, now: Date): Stored {
  const held = readHeld(connection, table, id, now);
  if (!held) throw missingDocument(table.collection, id);
  if (ifVersion !== undefined && held.version !== ifVersion) throw changedSince(table.collection, id);
  const collection = table.collection as Collection<Json>;
  return toStored(collection, id, applyPatch(`${collection.name}/${id}`, fromStored(collection, id, held.data), patch));
}

type Upsert = Exclude<Write, { kind: 'delete' }>;

function documentAfter(connection: Connection, table: Table, write: Upsert, now: Date): Stored {
  if (write.kind === 'update') return patched(connection, table, write, now);
  const { id, stored } = write;
  if (write.kind === 'create' && readHeld(connection, table, id, now)) throw alreadyExists(table.collection, id);
  return stored;
}

/** Notes a change; its number is the new version of the document. */
function noteChange({ prepared }: Connection, collection: string, id: string): number {
  const sequence = Number(
    prepared('INSERT INTO _changes (coll, id) VALUES (?, ?)').run(collection, id).lastInsertRowid,
  );
  if (sequence % PRUNE_EVERY === 0) prepared('DELETE FROM _changes WHERE seq <= ?').run(sequence - KEPT_CHANGES);
  return sequence;
}

function applyWrite(driver: Driver, write: Write, now: Date): boolean {
  const { connection } = driver;
  const { id } = write;
  const table = tableFor(driver, write.collection);
  const before = documentBefore(connection, table, id);
  if (write.kind === 'delete') {
    if (connection.prepared(`DELETE FROM "${table.name}" WHERE id = ?`).run(id).changes === 0) return false;
    rewriteEntries(connection, table, id, { before, after: null });
    noteChange(connection, table.collection.name, id);
    return true;
  }
  const { data, text } = documentAfter(connection, table, write, now);
  const version = noteChange(connection, table.collection.name, id);
  const sql = `INSERT INTO "${table.name}" (id, v, d) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET v = excluded.v, d = excluded.d`;
  connection.prepared(sql).run(id, version, text);
  rewriteEntries(connection, table, id, { before, after: data });
  return true;
}

/** Applies the writes in their order, under the lock of the caller; answers what has changed. */
export function applyWrites(driver: Driver, writes: readonly Write[], now: Date): readonly Changed[] {
  return writes
    .filter((write) => applyWrite(driver, write, now))
    .map(({ collection, id }) => ({ collection: collection.name, id }));
}
