/** One searchable item, flat: everything the index knows about it. */
export type SearchEntry = {
  readonly id: string;
  /** Tokens of `search/terms.ts`, the weightiest field first. */
  readonly terms: readonly { readonly weight: 'A' | 'B' | 'C'; readonly tokens: readonly string[] }[];
  /** The item's words as people write them, folded but not stemmed. Spelling corrections come from these. */
  readonly words: readonly string[];
  /** Exact-match facets, e.g. `category:cat_…`, `vendor:vnd_…`, `stock:yes`. */
  readonly facets: readonly string[];
  /** Numbers and texts for range filters and sorting. Null sorts first in ascending and last in descending order. */
  readonly fields: SearchFields;
  /** The data that a list shows, opaque to the index. Each hit returns it, so that a page needs no second read. */
  readonly card: string;
};

export type SearchFields = Readonly<Record<string, number | string | null>>;

export type SearchChange = {
  readonly id: string;
  /** By prefix: the facets with this prefix are replaced by the given ones. */
  readonly facets?: Readonly<Record<string, readonly string[]>>;
  readonly fields?: SearchFields;
};

export type SearchFilter = {
  /** All terms must match, the last one as a prefix. */
  readonly terms?: readonly string[];
  /** AND between the groups, OR within a group. An empty group matches nothing. */
  readonly facets?: readonly (readonly string[])[];
  /** Both ends are inclusive. Null is in no range. */
  readonly ranges?: readonly { readonly field: string; readonly min?: number; readonly max?: number }[];
  /** Limits the search to these ids, at most 50. */
  readonly ids?: readonly string[];
};

export type SearchRequest = SearchFilter & {
  /**
   * `relevance` requires terms. More matches in a weightier field come first, and whole words before prefixes. A score
   * depends only on its own entry and the terms, so a cursor stays valid while other entries change. Ties are always
   * sorted by ascending id.
   */
  readonly sort: { readonly field: string; readonly direction: 'asc' | 'desc' } | 'relevance';
  readonly limit: number;
  /** The sort value and id after which the page begins. The entry itself may have moved or been removed. */
  readonly after?: { readonly value: number | string | null; readonly id: string };
};

export type SearchHit = Pick<SearchEntry, 'id' | 'fields' | 'card'> & {
  /** The sort value of the hit, for `after` of the next page. */
  readonly value: number | string | null;
};
export type SearchPage = { readonly hits: readonly SearchHit[]; readonly more: boolean };

export type EntryPage = { readonly ids: readonly string[]; readonly next: string | null };

export type FacetCounts = {
  /** False when the counts come from a limited sample. */
  readonly exact: boolean;
  readonly total: number;
  /** Hits per facet text, only for the requested prefixes. */
  readonly counts: Readonly<Record<string, number>>;
  readonly ranges: Readonly<Record<string, { readonly min: number | null; readonly max: number | null }>>;
};

/** Text search and filters over derived data. The index may be dropped and rebuilt, and never decides anything. */
export interface SearchIndex {
  /** Inserts entries, or replaces entries with the same id. */
  put(index: string, entries: readonly SearchEntry[]): Promise<void>;
  /** Changes parts of entries. A missing entry is ignored. A change without effect keeps the revision. */
  patch(index: string, changes: readonly SearchChange[]): Promise<void>;
  remove(index: string, ids: readonly string[]): Promise<void>;
  /** Deletes the whole index, including the version it was built with. */
  clear(index: string): Promise<void>;
  search(index: string, request: SearchRequest): Promise<SearchPage>;
  /**
   * Returns the ids of at most `limit` entries, in the index's own order. `after` is the `next` of the previous page.
   * `next` is null at the end, and earlier pages may be short. Entries inserted or removed meanwhile may be missing.
   * Every other entry is returned once. The cost of a page does not depend on its position, whereas a sorted search
   * reads every entry.
   */
  walk(index: string, limit: number, after?: string): Promise<EntryPage>;
  /** Counts hits under a filter. `want.ranges` are the fields whose minimum and maximum are returned. */
  facets(
    index: string,
    filter: SearchFilter,
    want: { readonly prefixes: readonly string[]; readonly ranges: readonly string[] },
  ): Promise<FacetCounts>;
  /**
   * Returns the known words within typing distance of a word. The word itself comes first if known, then the closest
   * and most common ones.
   */
  suggest(index: string, word: string, limit: number): Promise<readonly string[]>;
  /** Returns a value that changes with every change of the index, for use in an ETag. */
  revision(index: string): Promise<string>;
  /**
   * Returns the version last passed to `markBuilt`. Null before that and after `clear`: the index must then be rebuilt.
   */
  builtAs(index: string): Promise<string | null>;
  markBuilt(index: string, version: string): Promise<void>;
}
