import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { AnyCollection, Collection } from '#lib/data/collection.ts';
import { toStored, VERSION_FIELD } from '#lib/data/document.ts';
import type { Store, Writer } from '#lib/data/store.ts';
import {
  columnOf,
  columnValue,
  encoded,
  type Table,
  type TableIndex,
  tableOf,
} from '#services/database/sqlite/tables.ts';

type Json = Readonly<Record<string, unknown>>;

/** Documents in one transaction. */
const AT_ONCE = 20_000;
/** How many documents of each collection are checked against its schema; the others are made in the same way. */
const CHECKED = 200;

export type Filler = Pick<Store, 'batch'> & { readonly close: () => void };

/**
 * Fills the database file of a closed store. It only inserts: it reads nothing, keeps no log, and creates the indexes
 * at the end. A file whose filling was interrupted is unusable.
 */
export function openFiller(path: string, collections: readonly AnyCollection[]): Filler {
  const database = new DatabaseSync(path);
  database.exec(`
    PRAGMA journal_mode = DELETE;
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
    PRAGMA cache_size = -1000000;
    PRAGMA temp_store = FILE;
  `);
  const indexes = database
    .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
    .all() as { name: string; sql: string }[];
  for (const { name } of indexes) database.exec(`DROP INDEX "${name}"`);

  const fills = new Map(collections.map((collection) => [collection.name, fillOf(database, tableOf(collection))]));
  let version = Number(database.prepare('SELECT coalesce(max(seq), 0) AS seq FROM _changes').get()?.seq);
  let open = 0;
  const create = <T extends object>(collection: Collection<T>, id: string, document: T): void => {
    const fill = fills.get(collection.name);
    if (!fill) throw new Error(`the database has no collection ${collection.name}`);
    version += 1;
    fill(id, version, document as unknown as Json);
    open += 1;
  };
  const refuse = (): never => {
    throw new Error('a filling only creates documents');
  };
  const write: Writer = { create, set: create, update: refuse, delete: refuse };
  const commit = (): void => {
    if (database.isTransaction) database.exec('COMMIT');
    open = 0;
  };

  return {
    async batch(work) {
      if (!database.isTransaction) database.exec('BEGIN');
      work(write);
      if (open >= AT_ONCE) commit();
    },
    close() {
      // A store numbers its next version after the last recorded change.
      if (version > 0) database.prepare("INSERT INTO _changes (seq, coll, id) VALUES (?, 'filled', '')").run(version);
      commit();
      for (const { sql } of indexes) database.exec(sql);
      database.close();
    },
  };
}

/** Returns a function that inserts a document into its table and the side tables of its array fields. */
function fillOf(database: DatabaseSync, table: Table): (id: string, version: number, document: Json) => void {
  const { collection, columns } = table;
  const into = ['id', 'v', 'd', ...columns.map(columnOf)];
  let insert: StatementSync | undefined;
  let seen = 0;
  const sides = table.indexes.filter(({ array }) => array !== null).map((index) => sideFillOf(database, index));
  return (id, version, document) => {
    seen += 1;
    const data =
      seen <= CHECKED ? toStored(collection as Collection<object>, id, document).data : versioned(collection, document);
    insert ??= database.prepare(`INSERT INTO "${table.name}" (${into.join()}) VALUES (${into.map(() => '?').join()})`);
    insert.run(id, version, JSON.stringify(data), ...columns.map((field) => columnValue(data, field)));
    for (const fill of sides) fill(id, data);
  };
}

const versioned = ({ version = 1 }: AnyCollection, document: Json): Json =>
  version > 1 ? { ...document, [VERSION_FIELD]: version } : document;

function sideFillOf(database: DatabaseSync, { on, fields, array }: TableIndex): (id: string, data: Json) => void {
  const into = ['av', ...fields.map(columnOf), 'id'];
  let insert: StatementSync | undefined;
  return (id, data) => {
    const elements = data[array ?? ''];
    if (!Array.isArray(elements)) return;
    insert ??= database.prepare(`INSERT INTO "${on}" (${into.join()}) VALUES (${into.map(() => '?').join()})`);
    for (const element of new Set(elements as string[]))
      insert.run(encoded(element), ...fields.map((field) => columnValue(data, field)), id);
  };
}
