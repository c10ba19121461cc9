import type { DatabaseSync, StatementSync } from 'node:sqlite';

/**
 * Increase this number when the tables change. All indexes are then dropped and rebuilt, since they are derived data.
 */
const VERSION = 1;

/**
 * FTS5 merges its segments inside commits, several hundred pages at a time. Pages of a quarter of the default size
 * halve the longest commit (32 ms to 17 over 200,000 messages). No other cost was measurable.
 */
const TEXT_PAGE_BYTES = 1_000;

/** The tables of one index inside the store's file. */
export type IndexTables = {
  readonly rows: string;
  readonly text: string;
  readonly words: string;
};

export const META = 's_meta';

export function tablesOf(index: string): IndexTables {
  if (!/^[a-z][a-z_]{0,30}$/.test(index)) throw new Error(`"${index}" is not a valid name of a search index`);
  return { rows: `s_${index}`, text: `s_${index}_text`, words: `s_${index}_words` };
}

/** Creates the missing tables of one index, and drops tables of an older layout. Runs under a write lock. */
export function createTables(database: DatabaseSync, index: string): void {
  dropOlder(database);
  const { rows, text, words } = tablesOf(index);
  // A removed row keeps its number with all other fields null, so that other processes find it by its seq. The
  // tokenizer only splits at spaces: the tokens are already folded, and a token of a newer alphabet stays whole.
  database.exec(`
    CREATE TABLE IF NOT EXISTS ${rows}(
      row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, seq INTEGER NOT NULL, text_hash TEXT, title_length INTEGER,
      facets TEXT, fields TEXT, card TEXT
    );
    CREATE INDEX IF NOT EXISTS ${rows}_seq ON ${rows}(seq);
    CREATE VIRTUAL TABLE IF NOT EXISTS ${text} USING fts5(
      a, b, c, content = '', contentless_delete = 1, detail = column, prefix = '2 3 4', tokenize = 'ascii'
    );
    CREATE TABLE IF NOT EXISTS ${words}(n INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE);
    INSERT OR IGNORE INTO ${META}(name, epoch, seq, built) VALUES ('${index}', abs(random() % 1000000000), 0, NULL);
  `);
  const set = database.prepare(`SELECT v FROM ${text}_config WHERE k = 'pgsz'`).get();
  if (set?.v !== TEXT_PAGE_BYTES)
    database.exec(`INSERT INTO ${text}(${text}, rank) VALUES ('pgsz', ${TEXT_PAGE_BYTES})`);
}

function dropOlder(database: DatabaseSync): void {
  database.exec(
    `CREATE TABLE IF NOT EXISTS ${META}(name TEXT PRIMARY KEY NOT NULL, epoch INTEGER NOT NULL, seq INTEGER NOT NULL, built TEXT)`,
  );
  const layout = database.prepare(`SELECT epoch FROM ${META} WHERE name = ''`).get();
  if (Number(layout?.epoch) === VERSION) return;
  const names = database.prepare(`SELECT name FROM ${META} WHERE name <> ''`).all();
  for (const { name } of names) {
    const { rows, text, words } = tablesOf(String(name));
    for (const table of [rows, text, words]) database.exec(`DROP TABLE IF EXISTS ${table}`);
  }
  database.exec(`DELETE FROM ${META}; INSERT INTO ${META}(name, epoch, seq, built) VALUES ('', ${VERSION}, 0, NULL)`);
}

/**
 * The state of an index. `epoch` differs after each rebuild from scratch, in any file; `seq` counts the changes since.
 */
export type Meta = { readonly epoch: number; readonly seq: number; readonly built: string | null };

export type Prepared = (sql: string) => StatementSync;

/** Returns a function that prepares each SQL text once. */
export function statementsOf(database: DatabaseSync): Prepared {
  const kept = new Map<string, StatementSync>();
  return (sql) => {
    const statement = kept.get(sql) ?? database.prepare(sql);
    kept.set(sql, statement);
    return statement;
  };
}

export function readMeta(prepared: Prepared, index: string): Meta {
  const row = prepared(`SELECT epoch, seq, built FROM ${META} WHERE name = ?`).get(index);
  return {
    epoch: Number(row?.epoch ?? 0),
    seq: Number(row?.seq ?? 0),
    built: typeof row?.built === 'string' ? row.built : null,
  };
}
