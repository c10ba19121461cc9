import { applyPatch, checkedPatch } from '#lib/data/apply-patch.ts';
import type { AnyCollection, Collection } from '#lib/data/collection.ts';
import { assertId, fromStored, type Stored, toStored } from '#lib/data/document.ts';
import type { Patch } from '#lib/data/patch.ts';
import { MAX_WRITES } from '#lib/data/query-plan.ts';
import type { Writer } from '#lib/data/store.ts';
import { alreadyExists, brokenRule, changedSince, missingDocument } from '#lib/data/store-errors.ts';
import type { Connection } from './connection.ts';
import { readHeld } from './rows.ts';
import { rewriteEntries } from './side-tables.ts';
import type { Table } from './tables.ts';

// Kept for the watchers of other processes: half an hour at the highest rate one writer reaches.
const KEPT_CHANGES = 100_000;
const PRUNE_EVERY = 1_000;

type Json = Record<string, unknown>;

/** A checked write that waits for its commit. */
export type Write =
  | { readonly kind: 'create' | 'set'; readonly table: Table; readonly id: string; readonly stored: Stored }
  | {
      readonly kind: 'update';
      readonly table: Table;
      readonly id: string;
      readonly patch: Json;
      readonly ifVersion: string | undefined;
    }
  | { readonly kind: 'delete'; readonly table: Table; readonly id: string };

export type Changed = { readonly collection: string; readonly id: string };
type Update = Extract<Write, { kind: 'update' }>;

/** Builds the writes of one commit: each is checked when it is named, so a broken rule shows where it is broken. */
export function collectWrites(tableOf: (collection: AnyCollection) => Table): Writer & { list: readonly Write[] } {
  const list: Write[] = [];
  const add = (write: Write): void => {
    if (list.length >= MAX_WRITES) throw brokenRule(`One commit holds at most ${MAX_WRITES} writes`);
    list.push(write);
  };
  return {
    list,
    create: (collection, id, document) =>
      add({ kind: 'create', table: tableOf(collection), id, stored: toStored(collection, id, document) }),
    set: (collection, id, document) =>
      add({ kind: 'set', table: tableOf(collection), id, stored: toStored(collection, id, document) }),
    update: (collection, id, patch) => add(updateOf(tableOf(collection), collection, id, patch)),
    delete: (collection, id) => {
      assertId(collection, id);
      add({ kind: 'delete', table: tableOf(collection), id });
    },
  };
}

export function updateOf<T extends object>(
  table: Table,
  collection: Collection<T>,
  id: string,
  patch: Patch<T>,
  ifVersion?: string,
): Write {
  assertId(collection, id);
  return { kind: 'update', table, id, patch: checkedPatch(collection, id, patch), ifVersion };
}

function patched(connection: Connection, { table, id, patch, ifVersion }: Update, now: Date): Stored {
  const held = readHeld(connection, table, id, now);
  if (!held) throw missingDocument(table.collection, id);
  if (ifVersion !== undefined && held.version !== ifVersion) throw changedSince(table.collection, id);
  const collection = table.collection as Collection<Json>;
  return toStored(collection, id, applyPatch(`${collection.name}/${id}`, fromStored(collection, id, held.data), patch));
}

function documentAfter(connection: Connection, write: Exclude<Write, { kind: 'delete' }>, now: Date): Stored {
  if (write.kind === 'update') return patched(connection, write, now);
  const { table, id, stored } = write;
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

function applyWrite(connection: Connection, write: Write, now: Date): boolean {
  const { table, id } = write;
  if (write.kind === 'delete') {
    if (connection.prepared(`DELETE FROM "${table.name}" WHERE id = ?`).run(id).changes === 0) return false;
    rewriteEntries(connection, table, id, null);
    noteChange(connection, table.collection.name, id);
    return true;
  }
  const { data, text } = documentAfter(connection, write, now);
  const version = noteChange(connection, table.collection.name, id);
  const sql = `INSERT INTO "${table.name}" (id, v, d) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET v = excluded.v, d = excluded.d`;
  connection.prepared(sql).run(id, version, text);
  rewriteEntries(connection, table, id, data);
  return true;
}

/** Applies the writes in their order, under the lock of the caller; answers what has changed. */
export function applyWrites(connection: Connection, writes: readonly Write[], now: Date): readonly Changed[] {
  return writes
    .filter((write) => applyWrite(connection, write, now))
    .map(({ table, id }) => ({ collection: table.collection.name, id }));
}
