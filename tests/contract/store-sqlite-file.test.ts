import fs, { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type AnyCollection, collection } from '#lib/data/collection.ts';
import { inc } from '#lib/data/patch.ts';
import { from } from '#lib/data/query.ts';
import type { Store } from '#lib/data/store.ts';
import { openSqlite } from '#services/database/sqlite.ts';
import { sqliteHandleOf } from '#services/database/sqlite-handle.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import { Accounts, codeOfRefusal, contractCollections, putThings, Things, things, thingWith } from './store/things.ts';

let folder: string;
let path: string;
let lines: string[];
beforeEach(() => {
  lines = [];
  folder = mkdtempSync(join(tmpdir(), 'plaza-file-'));
  path = join(folder, 'data', 'plaza.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = (collections: readonly AnyCollection[], at = path): Store =>
  openSqlite({ path: at, collections, now: () => new Date(), log: (_, event) => void lines.push(event) });

const schema = z.object({ a: z.string(), b: z.number(), tags: z.array(z.string()), at: z.string().nullable() });
const declared = (indexes: Parameters<typeof collection<typeof schema>>[1]['indexes'], ttl?: 'at') =>
  collection('pages', { label: 'Page', schema, indexes, ...(ttl && { ttl }) });

const namesOf = (store: Store, type: 'index' | 'table'): string[] =>
  (sqliteHandleOf(store)?.database.prepare('SELECT name FROM sqlite_schema WHERE type = ?').all(type) ?? [])
    .map((row) => String(row.name))
    .filter((name) => name.includes('pages') && !name.startsWith('sqlite_'))
    .sort();

/** Returns for each index column whether it is plain (0) or generated (2). */
const kindsOf = (store: Store) =>
  Object.fromEntries(
    (sqliteHandleOf(store)?.database.prepare("SELECT * FROM pragma_table_xinfo('c_pages') WHERE cid > 2").all() ?? [])
      .sort((one, other) => String(one.name).localeCompare(String(other.name)))
      .map(({ name, hidden }) => [name, hidden]),
  );

/** Gives the table of the pages the shape of the first versions. */
function makeGenerated(fields: readonly string[]): void {
  const database = new DatabaseSync(path);
  for (const { name } of database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'c_pages' AND sql IS NOT NULL")
    .all())
    database.exec(`DROP INDEX "${String(name)}"`);
  for (const field of fields) {
    database.exec(`ALTER TABLE c_pages DROP COLUMN f_${field}`);
    database.exec(`ALTER TABLE c_pages ADD COLUMN f_${field} AS (json_extract(d, '$.${field}')) VIRTUAL`);
  }
  database.exec('CREATE INDEX i_pages___a___b__desc ON c_pages (f_a, f_b DESC, id DESC)');
  database.exec('CREATE INDEX t_pages___at ON c_pages (f_at)');
  database.exec("UPDATE _meta SET value = 'of an earlier version' WHERE key = 'collection:pages'");
  database.close();
}

describe('closing a SQLite file', () => {
  it('writes each document to disk or refuses it as closed, however close to the end', async () => {
    const Pages = declared([['a']]);
    const page = { a: 'x', b: 1, tags: [], at: null };
    const kept: string[] = [];
    const refused: string[] = [];
    for (let round = 0; round < 20; round++) {
      const store = open([Pages]);
      const refusedBefore = refused.length;
      const write = (id: string) =>
        store.set(Pages, id, page).then(
          () => void kept.push(id),
          (error: Error) => void refused.push(error.message),
        );
      const writes: Promise<void>[] = [];
      let closed: Promise<unknown> = Promise.resolve();
      for (let n = 0; refused.length === refusedBefore; n++) {
        writes.push(write(`${round}-${n}`));
        if (n === 5) closed = Promise.all([store.close(), store.close()]);
        await new Promise((resolve) => setImmediate(resolve));
      }
      await Promise.all([...writes, closed]);
    }

    const again = open([Pages]);
    const found = await again.getMany(Pages, kept);
    await again.close();
    expect(found).not.toContain(undefined);
    expect(new Set(refused)).toEqual(new Set(['The database is closed']));
  });
});

describe('reopening a SQLite file', () => {
  it('adds and drops indexes, columns and side tables with the declarations, and keeps the documents', async () => {
    const before = declared([['a'], ['tags[]', 'b']]);
    const first = open([before]);
    await first.set(before, 'p1', { a: 'x', b: 1, tags: ['t', 'u'], at: null });
    expect(namesOf(first, 'index')).toEqual([
      'i_pages___a',
      'i_pages___tags__each___b',
      'x_pages___tags__each___b__id',
    ]);
    await first.close();

    const now = declared([['b', 'a desc'], ['tags[]']], 'at');
    const second = open([now]);

    expect(namesOf(second, 'index')).toEqual([
      'i_pages___b___a__desc',
      'i_pages___tags__each',
      't_pages___at',
      'x_pages___tags__each__id',
    ]);
    expect(namesOf(second, 'table')).toEqual(['c_pages', 'x_pages___tags__each']);
    const byTag = await second.find(from(now).where('tags', 'has', 'u').limit(5));
    const sorted = await second.find(from(now).where('b', '==', 1).orderBy('a', 'desc').limit(5));
    expect([byTag, sorted].map((page) => page.rows.map(({ id }) => id))).toEqual([['p1'], ['p1']]);
    expect(await codeOfRefusal(second.find(from(now).where('a', '==', 'x').limit(5)))).toBe('MISSING_INDEX');
    await second.close();
  });

  it('takes over a file with generated columns and all its documents', async () => {
    const Pages = declared(
      [
        ['a', 'b desc'],
        ['tags[]', 'b'],
      ],
      'at',
    );
    const first = open([Pages]);
    for (const [id, b] of Object.entries({ p1: 1, p2: 2 }))
      await first.set(Pages, id, { a: 'x', b, tags: ['t'], at: null });
    await first.close();
    makeGenerated(['a', 'b', 'at']);

    const second = open([Pages]);
    await second.update(Pages, 'p1', { b: 3 });
    await second.set(Pages, 'p3', { a: 'x', b: 0, tags: [], at: '2020-01-01T00:00:00.000Z' });

    const found = await second.find(from(Pages).where('a', '==', 'x').orderBy('b', 'desc').limit(5));
    const tagged = await second.find(from(Pages).where('tags', 'has', 't').orderBy('b').limit(5));
    expect(found.rows.map(({ id }) => id)).toEqual(['p1', 'p2']);
    expect(tagged.rows.map(({ id }) => id)).toEqual(['p2', 'p1']);
    expect(namesOf(second, 'index')).toContain('t_pages___at');
    expect(kindsOf(second)).toEqual({ f_a: 0, f_at: 0, f_b: 0 });
    await second.close();
  });

  it('finds documents written by a version without these columns', async () => {
    const Pages = declared([['a', 'b desc'], ['tags[]']], 'at');
    const page = { a: 'x', b: 1, tags: ['t'], at: null };
    const first = open([Pages]);
    await first.set(Pages, 'p1', page);
    await first.close();
    const earlier = new DatabaseSync(path);
    earlier.prepare('INSERT INTO c_pages (id, v, d) VALUES (?, 9, ?)').run('p2', JSON.stringify({ ...page, b: 2 }));
    earlier.prepare('UPDATE c_pages SET d = ? WHERE id = ?').run(JSON.stringify({ ...page, b: 3 }), 'p1');
    earlier.exec("UPDATE _meta SET value = 'of an earlier version' WHERE key = 'collection:pages'");
    earlier.close();

    const second = open([Pages]);

    const found = await second.find(from(Pages).where('a', '==', 'x').orderBy('b', 'desc').limit(5));
    const tagged = await second.find(from(Pages).where('tags', 'has', 't').limit(5));
    expect(found.rows.map(({ id }) => id)).toEqual(['p1', 'p2']);
    expect(tagged.rows.map(({ id }) => id)).toEqual(['p1', 'p2']);
    await second.close();
  });

  it('finds a document of an earlier version by a field that the migration adds', async () => {
    const earlier = collection('pages', { label: 'Page', schema: schema.omit({ b: true, tags: true }), indexes: [] });
    const first = open([earlier]);
    await first.set(earlier, 'p1', { a: 'x', at: null });
    await first.close();
    const Pages = collection('pages', {
      label: 'Page',
      schema,
      indexes: [['b'], ['tags[]']],
      version: 2,
      migrate: (page) => ({ b: 7, tags: ['t'], ...page }),
    });

    const second = open([Pages]);

    const found = await second.find(from(Pages).where('b', '==', 7).limit(5));
    const tagged = await second.find(from(Pages).where('tags', 'has', 't').limit(5));
    const expected = { a: 'x', b: 7, tags: ['t'], at: null };
    expect([...found.rows, ...tagged.rows].map(({ data }) => data)).toEqual([expected, expected]);
    await second.update(Pages, 'p1', { b: 8 });
    expect((await second.find(from(Pages).where('b', '==', 7).limit(5))).rows).toEqual([]);
    await second.close();
  });

  it('stops writes of the earlier version, whose indexes would not find new documents', async () => {
    const [Earlier, Later] = [declared([['a']]), declared([['a'], ['b']])];
    const page = { a: 'x', b: 1, tags: [], at: null };
    const [earlier, beside] = [open([Earlier]), open([Earlier])];
    await Promise.all([earlier.set(Earlier, 'p1', page), beside.set(Earlier, 'p2', page)]);
    await earlier.health();

    const later = open([Later]);

    expect(await codeOfRefusal(earlier.set(Earlier, 'p3', page))).toBe('OTHER_VERSION');
    expect(await codeOfRefusal(beside.delete(Earlier, 'p1'))).toBe('OTHER_VERSION');
    expect(await codeOfRefusal(earlier.health())).toBe('OTHER_VERSION');
    await later.set(Later, 'p4', page);
    const { rows } = await later.find(from(Later).where('b', '==', 1).limit(5));
    expect(rows.map(({ id }) => id)).toEqual(['p1', 'p2', 'p4']);
    await Promise.all([earlier, beside, later].map((store) => store.close()));
  });

  it('stops writes of the earlier version even when only the column definitions differ', async () => {
    const Pages = declared([['a']]);
    const page = { a: 'x', b: 1, tags: [], at: null };
    const store = open([Pages]);
    await store.set(Pages, 'p1', page);
    const later = new DatabaseSync(path);
    const { user_version: before } = later.prepare('PRAGMA user_version').get() ?? {};
    later.exec("UPDATE _meta SET value = 'of a later version' WHERE key = 'collection:pages'");
    later.exec(`PRAGMA user_version = ${Number(before) + 1}`);
    later.close();

    expect(await codeOfRefusal(store.set(Pages, 'p2', page))).toBe('OTHER_VERSION');
    await store.close();
  });

  it('keeps the documents of collections it was opened without', async () => {
    const Pages = declared([['a']]);
    const Others = collection('others', { label: 'Other', schema: z.object({ n: z.number() }), indexes: [['n']] });
    const both = open([Pages, Others]);
    await both.set(Others, 'o1', { n: 1 });
    await both.close();

    await open([Pages]).close();

    const again = open([Pages, Others]);
    expect((await again.find(from(Others).where('n', '==', 1).limit(1))).rows).toHaveLength(1);
    await again.close();
  });

  it('continues version numbers, so that an old version never matches a new document', async () => {
    const Pages = declared([['a']]);
    const page = { a: 'x', b: 1, tags: [], at: null };
    const first = open([Pages]);
    await first.set(Pages, 'p1', page);
    const { version } = await first.need(Pages, 'p1');
    await first.delete(Pages, 'p1');
    await first.close();

    const second = open([Pages]);
    await second.set(Pages, 'p1', page);

    expect(await codeOfRefusal(second.update(Pages, 'p1', { b: 2 }, version))).toBe('CONFLICT');
    await second.close();
  });

  it('makes the file accessible to the owner alone', async () => {
    await open([declared([['a']])]).close();

    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'data')).mode & 0o777).toBe(0o700);
  });

  it('syncs every commit to disk, in a log beside the file', async () => {
    const store = open([Things]);
    const asked: (() => void)[] = [];
    const writeThrough = fs.fdatasync;
    const held = vi.spyOn(fs, 'fdatasync').mockImplementation((file, done) => {
      asked.push(() => writeThrough(file, done));
    });
    syncBuiltinESMExports();
    let isTold = false;
    const write = store.create(Things, 'a', thingWith({})).then(() => {
      isTold = true;
    });
    try {
      await expect.poll(() => asked.length).toBe(1);
      const logBytes = statSync(`${path}-wal`).size;

      expect({ isTold, isInLog: logBytes > 0 }).toEqual({ isTold: false, isInLog: true });
    } finally {
      held.mockRestore();
      syncBuiltinESMExports();
      for (const goOn of asked) goOn();
    }
    await write;
    await store.close();
  });
});

describe('an unusable SQLite file', () => {
  it('names the folder and the variables of the other database', () => {
    writeFileSync(join(folder, 'file'), '');

    expect(() => open([], join(folder, 'file', 'plaza.db'))).toThrow(/PLAZA_DATA_DIR.*FIRESTORE_PROJECT_ID/);
  });

  it('is rejected when it is not a database', () => {
    const other = join(folder, 'other.db');
    writeFileSync(other, 'this is a text of some length, and no database at all, whatever its name may say');

    expect(() => open([], other)).toThrow(/PLAZA_DATA_DIR/);
  });

  it('throws UNAVAILABLE after it was closed, and can be closed twice', async () => {
    const store = open(contractCollections);
    await store.close();
    await store.close();

    expect(await codeOfRefusal(store.get(Things, 'a'))).toBe('UNAVAILABLE');
    expect(await codeOfRefusal(store.health())).toBe('UNAVAILABLE');
  });
});

describe('a query plan', () => {
  it('uses the declared index for every query: no scan, no sort', async () => {
    const store = open(contractCollections);
    await putThings(store, Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`t${i}`, { rank: i % 7 }])));
    const queries = [
      things().where('name', '==', 'x'),
      things().where('rank', '>', 1).where('rank', '<=', 5).orderBy('rank'),
      things().where('rank', '>', 1).orderBy('rank', 'desc'),
      things().where('kind', '==', 'book').orderBy('rank'),
      things().where('kind', 'in', ['book', 'mug']).orderBy('rank', 'desc'),
      things().where('kind', '==', 'book').orderBy('rank').orderBy('name', 'desc'),
      things().where('kind', '==', 'book').where('flag', '==', false).orderBy('rank'),
      things().where('flag', '==', null).orderBy('rank'),
      things().where('tags', 'has', 'x'),
      things().where('tags', 'has', 'x').orderBy('rank'),
      things().where('tags', 'hasAny', ['x', 'y']).where('kind', '==', 'book').orderBy('rank'),
    ];

    for (const query of queries) {
      const first = await store.find(query.limit(1));
      const steps = [query.limit(1), query.limit(1).after(first.next ?? undefined)].flatMap(
        (one) => sqliteHandleOf(store)?.explain(one) ?? [],
      );
      expect(steps.length).toBeGreaterThan(0);
      expect(steps.filter((step) => !step.startsWith('SEARCH'))).toEqual([]);
    }
    await store.close();
  });

  it('without a filter scans the index in order and stops at the limit', async () => {
    const store = open(contractCollections);

    expect(sqliteHandleOf(store)?.explain(things().orderBy('rank', 'desc').limit(5))).toEqual([
      'SCAN c USING INDEX i_things___rank__desc',
    ]);
    await store.close();
  });
});

describe('a commit', () => {
  it('is shared by concurrent writers, and a failing one rolls back only its own writes', async () => {
    const store = open(contractCollections);
    await store.set(Accounts, 'there', { balance: 1 });

    const results = await Promise.allSettled([
      store.set(Accounts, 'a', { balance: 1 }),
      store.batch((write) => {
        write.set(Accounts, 'half', { balance: 1 });
        write.create(Accounts, 'there', { balance: 2 });
      }),
      store.update(Accounts, 'a', { balance: inc(1) }),
    ]);

    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    const rows = await store.getMany(Accounts, ['a', 'half', 'there']);
    expect(rows.map((row) => row?.data.balance)).toEqual([2, undefined, 1]);
    await store.close();
  });

  it('rewrites no index whose fields did not change', async () => {
    const Pages = declared(
      [
        ['a', 'b'],
        ['b', 'a'],
        ['b', 'a desc'],
      ],
      'at',
    );
    const store = open([Pages]);
    await store.set(Pages, 'p1', { a: 'x', b: 1, tags: [], at: null });
    const pagesWritten = () =>
      Number(sqliteHandleOf(store)?.database.prepare('PRAGMA wal_checkpoint(NOOP)').get()?.log);
    const written = async (patch: Partial<z.infer<typeof schema>>) => {
      const before = pagesWritten();
      await store.update(Pages, 'p1', patch);
      return pagesWritten() - before;
    };

    const alone = await written({ tags: ['t'] });

    expect(await written({ b: 2 })).toBe(alone + 3);
    expect(await written({ at: '2099-01-01T00:00:00.000Z' })).toBe(alone + 1);
    expect(await written({ b: 2, a: 'x', tags: ['u'] })).toBe(alone);
    await store.close();
  });

  it('on a full disk fails as a whole, and a later one succeeds', async () => {
    const store = open(contractCollections);
    const database = sqliteHandleOf(store)?.database;
    await store.set(Accounts, 'before', { balance: 1 });
    const pages = Number(database?.prepare('PRAGMA page_count').get()?.page_count);
    database?.exec(`PRAGMA max_page_count = ${pages + 2}`);

    // A commit closes after ten milliseconds. On a busy machine the small write may be in one of its own and succeed, so
    // both are tried until they share a commit.
    const failures = async () => {
      await store.delete(Accounts, 'small');
      const results = await Promise.allSettled([
        store.set(Accounts, 'small', { balance: 1 }),
        store.set(Things, 'big', thingWith({ note: 'x'.repeat(100_000) })),
      ]);
      return results.map((result) => (result.status === 'rejected' ? result.reason : null));
    };
    const isUnavailable = { code: 'UNAVAILABLE', status: 503 };
    await expect.poll(failures).toMatchObject([isUnavailable, isUnavailable]);
    expect(await store.get(Accounts, 'small')).toBeUndefined();
    expect((await store.need(Accounts, 'before')).data.balance).toBe(1);
    database?.exec('PRAGMA max_page_count = 1000000');
    await store.set(Accounts, 'small', { balance: 2 });
    expect((await store.need(Accounts, 'small')).data.balance).toBe(2);
    await store.close();
  });
});

describe('closing a store', () => {
  it('commits pending writes first', async () => {
    const store = open(contractCollections);
    const written = store.set(Accounts, 'a', { balance: 1 });
    await store.close();
    await written;

    const again = open(contractCollections);
    expect((await again.need(Accounts, 'a')).data.balance).toBe(1);
    await again.close();
  });
});

describe('a watch', () => {
  it('continues after a failed look', async () => {
    const store = open(contractCollections);
    const database = sqliteHandleOf(store)?.database;
    const seen: string[][] = [];
    const stop = store.watch(things().where('kind', '==', 'mug').orderBy('rank').limit(5), (rows) => {
      seen.push(rows.map(({ id }) => id));
    });
    await vi.waitFor(() => expect(seen).toEqual([[]]), PATIENCE);

    await putThings(store, { a: { kind: 'mug' } });
    database?.exec('ALTER TABLE c_things RENAME TO c_elsewhere');
    await vi.waitFor(() => expect(lines).toContain('store.watch_failed'), PATIENCE);
    database?.exec('ALTER TABLE c_elsewhere RENAME TO c_things');

    await vi.waitFor(() => expect(seen.at(-1)).toEqual(['a']), PATIENCE);
    stop();
    await store.close();
  });
});

describe('a transaction overtaken again and again by others of its process', () => {
  it('commits while the others continue', async () => {
    const store = open(contractCollections);
    await store.set(Accounts, 'stock', { balance: 0 });
    let isOver = false;
    const stream = async () => {
      while (!isOver)
        await store.tx(async (t) => {
          await t.need(Accounts, 'stock');
          t.update(Accounts, 'stock', { balance: inc(1) });
        });
    };

    const streams = [stream(), stream()];
    const long = store.tx(async (t) => {
      const { data } = await t.need(Accounts, 'stock');
      for (let other = 0; other < 20; other++) await t.get(Accounts, `other-${other}`);
      t.set(Accounts, 'seen', { balance: data.balance });
    });
    await long.finally(() => {
      isOver = true;
    });
    await Promise.all(streams);

    expect(await store.get(Accounts, 'seen')).toBeDefined();
    await store.close();
  });
});
