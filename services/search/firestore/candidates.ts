import { from, type Query } from '#lib/data/query.ts';
import { MAX_ROWS } from '#lib/data/query-plan.ts';
import type { Store } from '#lib/data/store.ts';
import { SearchEntries, type StoredEntry } from '#lib/search/collections.ts';
import type { SearchFilter } from '#lib/search/search-index.ts';
import { documentIdOf } from './entries.ts';
import { keyGroupsOf } from './keys.ts';
import type { Candidate } from './match.ts';

/**
 * The number of candidate sets cached for one state of the index: a request needs the same few sets again for its
 * counts.
 */
const KEPT = 16;

/** The entries that can match a filter: all of them, or the first of `among`. */
export type Candidates = {
  readonly entries: readonly Candidate[];
  readonly isComplete: boolean;
  /** The total number of candidates; `entries` are the first of them. */
  readonly among: number;
};

export type Candidature = {
  /**
   * Returns the candidates of a filter by its rarest key; null when the filter has no key, so that every entry is a
   * candidate.
   */
  of(index: string, revision: number, filter: SearchFilter): Promise<Candidates | null>;
  /** Returns the first entries of an index by id: a sample of all entries. */
  sample(index: string, revision: number): Promise<Candidates>;
};

const trimmed = ({ entryId, a, b, c, facets, fields, card }: StoredEntry): Candidate => ({
  entryId,
  a,
  b,
  c,
  facets,
  fields,
  card,
});

const withKeys = (keys: readonly number[]): Query<StoredEntry> => from(SearchEntries).where('keys', 'hasAny', keys);

/** Finds candidates, at most one page, and caches them until the index changes. */
export function openCandidates(store: Store, pairs: readonly string[]): Candidature {
  const kept = new Map<string, Promise<Candidates>>();

  function once(key: string, fetch: () => Promise<Candidates>): Promise<Candidates> {
    const held = kept.get(key);
    if (held) return held;
    const fetching = fetch();
    kept.set(key, fetching);
    fetching.catch(() => kept.delete(key));
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT) break;
      kept.delete(oldest);
    }
    return fetching;
  }

  async function fetchFirst(query: Query<StoredEntry>, count: () => Promise<number>): Promise<Candidates> {
    const { rows, next } = await store.find(query.limit(MAX_ROWS));
    const entries = rows.map(({ data }) => trimmed(data));
    return next === null
      ? { entries, isComplete: true, among: entries.length }
      : { entries, isComplete: false, among: await count() };
  }

  /** Returns the group of keys that the fewest entries have. Counting stops at the size of a page. */
  async function rarest(groups: readonly (readonly number[])[]): Promise<readonly number[]> {
    const [only] = groups;
    if (only !== undefined && groups.length === 1) return only;
    const counts = await Promise.all(groups.map((group) => store.count(withKeys(group).limit(MAX_ROWS))));
    return groups[counts.indexOf(Math.min(...counts))] ?? [];
  }

  async function byIds(index: string, ids: readonly string[]): Promise<Candidates> {
    const rows = await store.getMany(
      SearchEntries,
      ids.map((id) => documentIdOf(index, id)),
    );
    const entries = rows.flatMap((row) => (row ? [trimmed(row.data)] : []));
    return { entries, isComplete: true, among: entries.length };
  }

  return {
    async of(index, revision, filter) {
      if (filter.ids) return byIds(index, filter.ids);
      const groups = keyGroupsOf(index, filter, pairs);
      if (groups.length === 0) return null;
      const keys = await rarest(groups);
      return once(`${index} ${revision} ${keys.join()}`, () =>
        fetchFirst(withKeys(keys), () => store.count(withKeys(keys))),
      );
    },
    sample: (index, revision) =>
      once(`${index} ${revision}`, () => {
        const all = from(SearchEntries).where('index', '==', index);
        return fetchFirst(all, () => store.count(all));
      }),
  };
}
