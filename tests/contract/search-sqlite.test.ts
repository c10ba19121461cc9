import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Store } from '#lib/data/store.ts';
import type { SearchEntry } from '#lib/search/search-index.ts';
import { openSqlite } from '#services/database/sqlite.ts';
import { sqliteHandleOf } from '#services/database/sqlite-handle.ts';
import { openSqliteSearch } from '#services/search/sqlite-fts.ts';
import { searchContract } from './search.contract.ts';

const folder = mkdtempSync(join(tmpdir(), 'plaza-search-'));
const stores: Store[] = [];

function openIndex(path: string) {
  const store = openSqlite({ path, collections: [], now: () => new Date(), log: () => undefined });
  stores.push(store);
  const handle = sqliteHandleOf(store);
  if (!handle) throw new Error('a SQLite store has a handle');
  return openSqliteSearch(handle);
}

searchContract('SQLite', async () => openIndex(':memory:'), { exact: true });

const thing = (n: number, fields: SearchEntry['fields'] = {}): SearchEntry => ({
  id: `e${n}`,
  terms: [{ weight: 'A', tokens: ['thing', `n${n}`] }],
  words: ['thing'],
  facets: [`group:${n % 3}`],
  fields: { n, ...fields },
  card: '',
});

it('writes long texts a few at a time, so that no write blocks the event loop', async () => {
  const store = openSqlite({ path: ':memory:', collections: [], now: () => new Date(), log: () => undefined });
  stores.push(store);
  const handle = sqliteHandleOf(store);
  if (!handle) throw new Error('a SQLite store has a handle');
  let writes = 0;
  const index = openSqliteSearch({
    ...handle,
    write: (work) => {
      writes += 1;
      return handle.write(work);
    },
  });
  await index.builtAs('things');
  const tokens = Array.from({ length: 1_000 }, (_, n) => `word${n}`);
  const writesOf = async (entries: readonly SearchEntry[]) => {
    writes = 0;
    await index.put('things', entries);
    return writes;
  };

  const short = Array.from({ length: 200 }, (_, n) => thing(n));
  const long = short.map((entry) => ({ ...entry, terms: [{ weight: 'C' as const, tokens }] }));

  expect(await writesOf(short)).toBe(2);
  expect(await writesOf(long)).toBe(40);
  expect((await index.search('things', { terms: ['word7'], sort: 'relevance', limit: 500 })).hits).toHaveLength(200);
});

it('writes the text of one commit as one segment, so that no entry waits for merges', async () => {
  const store = openSqlite({ path: ':memory:', collections: [], now: () => new Date(), log: () => undefined });
  stores.push(store);
  const handle = sqliteHandleOf(store);
  if (!handle) throw new Error('a SQLite store has a handle');
  const index = openSqliteSearch(handle);
  const segments = () =>
    Number(handle.database.prepare('SELECT count(DISTINCT segid) AS n FROM s_things_text_idx').get()?.n);
  const entries = Array.from({ length: 100 }, (_, n) => thing(n));
  const other = (entry: SearchEntry) => ({ ...entry, terms: [{ weight: 'A' as const, tokens: ['other'] }] });

  await index.put('things', entries);
  expect(segments()).toBe(1);
  // If more of a segment is replaced, FTS5 merges it at once.
  await index.put('things', entries.slice(0, 5).map(other));
  expect(segments()).toBe(2);
});

it('merges its text in small pages, even in a file made with larger ones', async () => {
  const path = join(folder, 'pages.db');
  await openIndex(path).put('things', [thing(1)]);
  const store = openSqlite({ path, collections: [], now: () => new Date(), log: () => undefined });
  stores.push(store);
  const handle = sqliteHandleOf(store);
  if (!handle) throw new Error('a SQLite store has a handle');
  handle.database.exec("INSERT INTO s_things_text(s_things_text, rank) VALUES ('pgsz', 4050)");

  await openSqliteSearch(handle).put('things', [thing(2)]);

  expect(handle.database.prepare("SELECT v FROM s_things_text_config WHERE k = 'pgsz'").get()?.v).toBe(1_000);
  const found = await openIndex(path).search('things', { terms: ['thing'], sort: 'relevance', limit: 9 });
  expect(found.hits.map(({ id }) => id)).toEqual(['e1', 'e2']);
});

it('loads other processes’ rows a few hundred at a time, and yields to the event loop in between', async () => {
  const path = join(folder, 'steps.db');
  const there = openIndex(path);
  await there.put(
    'things',
    Array.from({ length: 2_100 }, (_, n) => thing(n)),
  );
  const store = openSqlite({ path, collections: [], now: () => new Date(), log: () => undefined });
  stores.push(store);
  const handle = sqliteHandleOf(store);
  if (!handle) throw new Error('a SQLite store has a handle');
  let [reads, turns] = [0, 0];
  const here = openSqliteSearch({
    ...handle,
    read: (work) => {
      reads += 1;
      setImmediate(() => {
        turns += 1;
      });
      return handle.read(work);
    },
  });

  expect((await here.search('things', { sort: { field: 'n', direction: 'asc' }, limit: 9 })).hits).toHaveLength(9);

  expect(reads).toBeGreaterThanOrEqual(5);
  expect(turns).toBeGreaterThanOrEqual(reads - 1);
});

describe('search index: one SQLite file in several processes', () => {
  it('sees what another process writes, removes and clears', async () => {
    const path = join(folder, 'shared.db');
    const [here, there] = [openIndex(path), openIndex(path)];
    const seen = async () =>
      (await here.search('things', { sort: { field: 'n', direction: 'asc' }, limit: 9 })).hits.map(({ id }) => id);

    await there.put('things', [thing(1), thing(2), thing(3)]);
    expect(await seen()).toEqual(['e1', 'e2', 'e3']);
    expect(await here.suggest('things', 'thimg', 1)).toEqual(['thing']);
    await there.remove('things', ['e2']);
    await there.patch('things', [{ id: 'e1', fields: { n: 7 } }]);
    expect(await seen()).toEqual(['e3', 'e1']);
    await there.clear('things');
    await there.put('things', [thing(5)]);
    expect(await seen()).toEqual(['e5']);
    expect(await here.revision('things')).toBe(await there.revision('things'));
  });

  it('keeps its content and its build version over a restart', async () => {
    const path = join(folder, 'kept.db');
    const before = openIndex(path);
    await before.put(
      'things',
      Array.from({ length: 5_000 }, (_, n) => thing(n)),
    );
    await before.markBuilt('things', 'v1');

    const after = openIndex(path);

    expect(await after.builtAs('things')).toBe('v1');
    const counted = await after.facets('things', { terms: ['thing'] }, { prefixes: ['group:'], ranges: ['n'] });
    expect(counted).toMatchObject({ total: 5_000, ranges: { n: { min: 0, max: 4_999 } } });
    expect(counted.counts).toEqual({ 'group:0': 1667, 'group:1': 1667, 'group:2': 1666 });
  });
});

afterAll(async () => {
  await Promise.all(stores.map((store) => store.close()));
  rmSync(folder, { recursive: true });
});
