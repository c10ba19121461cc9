import type { Collection } from '#lib/data/collection.ts';
import { from } from '#lib/data/query.ts';
import { MAX_ROWS } from '#lib/data/query-plan.ts';
import type { Store } from '#lib/data/store.ts';
import { SearchEntries, SearchIndexes, SearchWords } from '#lib/search/collections.ts';
import { nearWords } from '#lib/search/near-words.ts';
import type { FacetCounts, SearchEntry, SearchFilter, SearchIndex } from '#lib/search/search-index.ts';
import { openCandidates } from './firestore/candidates.ts';
import { documentIdOf, inChunks, patchEntries, putEntries, removeEntries } from './firestore/entries.ts';
import { bumpRevision, ensureIndexRow, type IndexRow, readIndexRow, withSlots } from './firestore/index-rows.ts';
import { keyOf } from './firestore/keys.ts';
import { type Candidate, pageAmong, passes } from './firestore/match.ts';
import { walk } from './firestore/walk.ts';
import { lookUpKeysOf, nearKeysOf } from './firestore/words.ts';

/**
 * Facets that are searched together with text. Keys for pairs of a facet and a token make such a search a single key.
 */
const PAIRED_FACETS = ['category:'];
/** The number of nearest words looked up to find the most common one. */
const LOOKED_UP = 20;
const KEYS_AT_ONCE = 30;
/** Leaves room for the row of the index in a commit of 500 writes. */
const DELETED_AT_ONCE = 400;
const KNOWN_WORDS = 50_000;

/**
 * Opens a search index on the document store alone, for Firestore, which has no text search and allows one array filter
 * per query. Each entry holds an array of keys. A search queries the rarest of its keys and checks the other conditions
 * here, over at most one page of entries. A filter that matches more entries is walked in the requested order, up to a
 * bound, and its counts are estimated from a sample.
 */
export function openFirestoreSearch(store: Store): SearchIndex {
  const candidates = openCandidates(store, PAIRED_FACETS);
  const known = new Set<string>();

  /** Stores every word that an index has ever held; this process writes each word once. */
  async function learn(index: string, entries: readonly SearchEntry[]): Promise<void> {
    const words = new Set(entries.flatMap((entry) => entry.words));
    const fresh = [...words].filter((word) => !known.has(`${index} ${word}`));
    for (const chunk of inChunks(fresh, DELETED_AT_ONCE)) {
      await store.batch((write) => {
        for (const word of chunk) {
          write.set(SearchWords, documentIdOf(index, word), { index, word, near: nearKeysOf(index, word) });
        }
      });
    }
    if (known.size > KNOWN_WORDS) known.clear();
    for (const word of fresh) known.add(`${index} ${word}`);
  }

  async function forget<T extends { readonly index: string }>(collection: Collection<T>, index: string): Promise<void> {
    const ofIndex = from(collection as unknown as typeof SearchWords).where('index', '==', index);
    for (;;) {
      const { rows } = await store.find(ofIndex.limit(DELETED_AT_ONCE));
      if (rows.length === 0) return;
      await store.batch((write) => {
        for (const { id } of rows) write.delete(collection, id);
        bumpRevision(write, index);
      });
    }
  }

  async function countFacets(index: string, filter: SearchFilter, want: Want): Promise<FacetCounts> {
    const row = await readIndexRow(store, index);
    const found = (await candidates.of(index, row.revision, filter)) ?? (await candidates.sample(index, row.revision));
    const matching = found.entries.filter((entry) => passes(entry, filter));
    const counted = countAmong(matching, found.among / Math.max(1, found.entries.length), want);
    if (found.isComplete) return counted;
    const ends = await Promise.all(
      want.ranges.map(async (field) => [field, await endsOf(index, filter, field, row)] as const),
    );
    return { ...counted, ranges: Object.fromEntries(ends) };
  }

  /**
   * Returns the smallest and the largest number of a field under a filter: the first value of a walk in each direction.
   */
  async function endsOf(index: string, filter: SearchFilter, field: string, { slots }: IndexRow) {
    const ranges = [...(filter.ranges ?? []), { field }];
    const [min, max] = await Promise.all(
      (['asc', 'desc'] as const).map(async (direction) => {
        const sort = { field, direction };
        const { hits } = await walk(store, index, { ...filter, ranges, sort, limit: 1 }, slots.get(field));
        const value = hits[0]?.value;
        return typeof value === 'number' ? value : null;
      }),
    );
    return { min: min ?? null, max: max ?? null };
  }

  async function wordsNear(index: string, word: string): Promise<string[]> {
    const found = new Set<string>();
    for (const keys of inChunks(lookUpKeysOf(index, word), KEYS_AT_ONCE)) {
      const { rows } = await store.find(from(SearchWords).where('near', 'hasAny', keys).limit(MAX_ROWS));
      for (const { data } of rows) if (data.index === index) found.add(data.word);
    }
    const near = nearWords(word, [...found].sort()).slice(0, LOOKED_UP);
    const counts = await Promise.all(
      near.map((candidate) =>
        store.count(from(SearchEntries).where('keys', 'has', keyOf(index, 'word', candidate.word))),
      ),
    );
    return near
      .map((candidate, i) => ({ ...candidate, count: counts[i] ?? 0 }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => a.distance - b.distance || b.count - a.count)
      .map((candidate) => candidate.word);
  }

  return {
    async put(index, entries) {
      if (entries.length === 0) return;
      await ensureIndexRow(store, index);
      await learn(index, entries);
      await putEntries(store, index, entries, await withSlots(store, index, entries), PAIRED_FACETS);
    },
    async patch(index, changes) {
      if (changes.length === 0) return;
      await ensureIndexRow(store, index);
      const named = changes.map(({ fields = {} }) => ({ fields }));
      await patchEntries(store, index, changes, await withSlots(store, index, named), PAIRED_FACETS);
    },
    async remove(index, ids) {
      await ensureIndexRow(store, index);
      await removeEntries(store, index, ids);
    },
    async clear(index) {
      await ensureIndexRow(store, index);
      await forget(SearchEntries, index);
      await forget(SearchWords, index);
      known.clear();
      await store.batch((write) => {
        write.update(SearchIndexes, index, { builtAs: null });
        bumpRevision(write, index);
      });
    },
    async search(index, request) {
      const { sort } = request;
      const { revision, slots } = await readIndexRow(store, index);
      const found = await candidates.of(index, revision, request);
      if (sort === 'relevance') return pageAmong(found?.entries ?? [], request);
      return found?.isComplete
        ? pageAmong(found.entries, request)
        : walk(store, index, { ...request, sort }, slots.get(sort.field));
    },
    async walk(index, limit, after) {
      const { rows, next } = await store.find(
        from(SearchEntries).where('index', '==', index).limit(limit).after(after),
      );
      return { ids: rows.map(({ data }) => data.entryId), next };
    },
    facets: countFacets,
    suggest: async (index, word, limit) => (await wordsNear(index, word)).slice(0, limit),
    revision: async (index) => String((await readIndexRow(store, index)).revision),
    builtAs: async (index) => (await readIndexRow(store, index)).builtAs,
    async markBuilt(index, version) {
      await ensureIndexRow(store, index);
      await store.update(SearchIndexes, index, { builtAs: version });
    },
  };
}

type Want = { readonly prefixes: readonly string[]; readonly ranges: readonly string[] };

/** Counts by the matching entries, each of which represents `weight` entries. */
function countAmong(entries: readonly Candidate[], weight: number, { prefixes, ranges }: Want): FacetCounts {
  const held = new Map<string, number>();
  for (const { facets } of entries) for (const facet of facets) held.set(facet, (held.get(facet) ?? 0) + 1);
  const asked = [...held].filter(([facet]) => prefixes.some((prefix) => facet.startsWith(prefix)));
  const scaled = (count: number): number => Math.round(count * weight);
  const ends = (field: string) => {
    const values = entries.flatMap(({ fields }) => (typeof fields[field] === 'number' ? [fields[field]] : []));
    return values.length === 0 ? { min: null, max: null } : { min: Math.min(...values), max: Math.max(...values) };
  };
  return {
    exact: false,
    total: scaled(entries.length),
    counts: Object.fromEntries(asked.map(([facet, count]) => [facet, scaled(count)])),
    ranges: Object.fromEntries(ranges.map((field) => [field, ends(field)])),
  };
}
