import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '#lib/data/store.ts';
import { searchCollections } from '#lib/search/collections.ts';
import type { SearchEntry, SearchFilter, SearchIndex, SearchRequest } from '#lib/search/search-index.ts';
import { openSqlite } from '#services/database/sqlite.ts';
import { sqliteHandleOf } from '#services/database/sqlite-handle.ts';
import { openFirestoreSearch } from '#services/search/firestore-facets.ts';
import { openSqliteSearch } from '#services/search/sqlite-fts.ts';
import { fuzzSeeds } from '#tests/support/fuzz-seeds.ts';
import { type Random, randomFrom } from '#tests/support/random.ts';

const INDEX = 'things';
/** More than one page of candidates, so that common keys need several pages. */
const ENTRIES = 900;
const QUESTIONS = 25;

const rare = ['lamp', 'lampshade', 'лампа', 'mug', 'muggle', 'sofa', 'desk', 'de', 'quartz'];
const words = [...rare, 'red', 'red', 'red', 'blue', 'blue', 'big', 'big', 'big', 'big'];

function entryFrom(random: Random, n: number): SearchEntry {
  const tokens = (least: number, most: number) => [...new Set(random.some(words, least, most))];
  const [a, b, c] = [tokens(1, 3), tokens(0, 2), tokens(0, 2)];
  return {
    id: `e${n}`,
    terms: [
      { weight: 'A', tokens: a },
      { weight: 'B', tokens: b },
      { weight: 'C', tokens: c },
    ],
    words: [...a, ...b],
    facets: [`category:${random.int(12)}`, `category:all`, `stock:${random.chance(0.8) ? 'yes' : 'no'}`],
    fields: {
      price: random.chance(0.1) ? null : random.int(60) * 50,
      newest: n,
      sold: random.chance(0.6) ? 0 : random.int(5),
      name: random.chance(0.05) ? null : `${random.pick(['a', 'б', '😀', '\uFFFD'])}${random.int(40)}`,
    },
    card: `card ${n}`,
  };
}

function filterFrom(random: Random): SearchFilter {
  const terms = random.chance(0.6) ? random.some([...new Set(words), 'la', 'm', 'bi', 'nothing'], 1, 2) : [];
  const category = () => random.some(['category:1', 'category:2', 'category:3', 'category:all', 'category:zzz'], 1, 2);
  const facets = [...(random.chance(0.5) ? [category()] : []), ...(random.chance(0.3) ? [['stock:yes']] : [])];
  const min = random.int(40) * 50;
  const range = { field: 'price', ...(random.chance(0.7) && { min }), ...(random.chance(0.7) && { max: min + 900 }) };
  return {
    ...(terms.length > 0 && { terms }),
    ...(facets.length > 0 && { facets }),
    ...(random.chance(0.3) && { ranges: [range] }),
    ...(random.chance(0.1) && { ids: ['e1', 'e2', 'e3', 'e899', 'e900'] }),
  };
}

function requestFrom(random: Random): SearchRequest {
  const field = random.pick(['price', 'newest', 'sold', 'name', 'never']);
  const sort = { field, direction: random.pick(['asc', 'desc'] as const) };
  return { ...filterFrom(random), sort, limit: random.pick([7, 50, 400]) };
}

async function walked(index: SearchIndex, request: SearchRequest) {
  const seen: unknown[] = [];
  let after: SearchRequest['after'];
  do {
    const { hits, more } = await index.search(INDEX, { ...request, ...(after && { after }) });
    seen.push(...hits);
    const last = hits.at(-1);
    after = more && last ? { value: last.value, id: last.id } : undefined;
  } while (after && seen.length < 150);
  return seen;
}

describe('both search indexes', () => {
  const stores: Store[] = [];
  let fullText: SearchIndex;
  let keys: SearchIndex;

  const openStore = (): Store => {
    const store = openSqlite({
      path: ':memory:',
      collections: searchCollections,
      now: () => new Date(),
      log: () => {},
    });
    stores.push(store);
    return store;
  };
  beforeAll(async () => {
    const handle = sqliteHandleOf(openStore());
    if (!handle) throw new Error('a SQLite store has a handle');
    fullText = openSqliteSearch(handle);
    keys = openFirestoreSearch(openStore());
    const random = randomFrom(7);
    const entries = Array.from({ length: ENTRIES }, (_, n) => entryFrom(random, n));
    await Promise.all([fullText.put(INDEX, entries), keys.put(INDEX, entries)]);
  });
  afterAll(async () => {
    await Promise.all(stores.map((store) => store.close()));
  });

  it.each(fuzzSeeds())('return the same pages in the same order: FUZZ_SEED=%i', async (seed) => {
    const random = randomFrom(seed);
    for (let question = 0; question < QUESTIONS; question++) {
      const request = requestFrom(random);
      const [expected, found] = await Promise.all([fullText, keys].map((index) => walked(index, request)));
      expect(found, JSON.stringify(request)).toEqual(expected);
    }
  });

  it.each(fuzzSeeds())('return the same ends of a range, and similar counts: FUZZ_SEED=%i', async (seed) => {
    const random = randomFrom(seed);
    const want = { prefixes: ['stock:'], ranges: ['price'] };
    for (let question = 0; question < QUESTIONS; question++) {
      const filter = filterFrom(random);
      const [expected, found] = await Promise.all([fullText, keys].map((index) => index.facets(INDEX, filter, want)));
      expect(found?.ranges, JSON.stringify(filter)).toEqual(expected?.ranges);
      // A sample of 500 of 900 has an error of a few percent.
      expect(Math.abs((found?.total ?? 0) - (expected?.total ?? 0))).toBeLessThanOrEqual(ENTRIES / 12);
    }
  });

  it('rank alike when the candidates fit a page', async () => {
    for (const terms of [['lampsh'], ['quartz', 'l'], ['red', 'quartz'], ['muggle']]) {
      const request = { terms, sort: 'relevance', limit: 9, facets: [['category:1', 'category:2']] } as const;
      const [expected, found] = await Promise.all([fullText, keys].map((index) => walked(index, request)));
      expect(found, terms.join()).toEqual(expected);
    }
  });
});
