/** One searchable thing, flat: what the index knows of it beside its id. */
export type SearchEntry = {
  readonly id: string;
  /** Tokens of `search/terms.ts`, weightiest field first. */
  readonly terms: readonly { readonly weight: 'A' | 'B' | 'C'; readonly tokens: readonly string[] }[];
  /** Its words as people write them, folded but whole: what corrections are offered from. */
  readonly words: readonly string[];
  /** Exact-match facets, e.g. `category:cat_…`, `vendor:vnd_…`, `stock:yes`. */
  readonly facets: readonly string[];
  /** Numbers and texts to filter by range and to sort by; null sorts first ascending and last descending. */
  readonly fields: SearchFields;
  /** What a list shows of it, opaque to the index: it comes back with each hit, so that a page needs no second read. */
  readonly card: string;
};

export type SearchFields = Readonly<Record<string, number | string | null>>;

export type SearchChange = {
  readonly id: string;
  /** By prefix: the facets that begin so are replaced by these. */
  readonly facets?: Readonly<Record<string, readonly string[]>>;
  readonly fields?: SearchFields;
};

export type SearchFilter = {
  /** All must match, the last as a prefix. */
  readonly terms?: readonly string[];
  /** AND over the groups, OR within one; an empty group matches nothing. */
  readonly facets?: readonly (readonly string[])[];
  /** Both ends are inclusive; null is in no range. */
  readonly ranges?: readonly { readonly field: string; readonly min?: number; readonly max?: number }[];
  /** Only these, at most 50. */
  readonly ids?: readonly string[];
};

export type SearchRequest = SearchFilter & {
  /**
   * `relevance` needs terms: more of them in a weightier field first, whole words before beginnings. A score depends on
   * its own entry and the terms alone, so that a cursor holds while others change. Ties go by id ascending, always.
   */
  readonly sort: { readonly field: string; readonly direction: 'asc' | 'desc' } | 'relevance';
  readonly limit: number;
  /** The sort value and id after which to go on; that entry itself may have moved or gone. */
  readonly after?: { readonly value: number | string | null; readonly id: string };
};

export type SearchHit = Pick<SearchEntry, 'id' | 'fields' | 'card'> & {
  /** The value it was sorted by, for the next page's `after`. */
  readonly value: number | string | null;
};
export type SearchPage = { readonly hits: readonly SearchHit[]; readonly more: boolean };

export type EntryPage = { readonly ids: readonly string[]; readonly next: string | null };

export type FacetCounts = {
  /** False where the counts come from a bounded sample. */
  readonly exact: boolean;
  readonly total: number;
  /** Hits per facet text, for the asked prefixes only. */
  readonly counts: Readonly<Record<string, number>>;
  readonly ranges: Readonly<Record<string, { readonly min: number | null; readonly max: number | null }>>;
};

/** Text search and filters over derived data: it may be dropped and rebuilt, and never decides anything. */
export interface SearchIndex {
  /** Adds entries, or replaces those of the same id. */
  put(index: string, entries: readonly SearchEntry[]): Promise<void>;
  /** Changes entries in part; a missing one is left alone, and a change that changes nothing leaves the revision. */
  patch(index: string, changes: readonly SearchChange[]): Promise<void>;
  remove(index: string, ids: readonly string[]): Promise<void>;
  /** Forgets the whole index, and what it was built as. */
  clear(index: string): Promise<void>;
  search(index: string, request: SearchRequest): Promise<SearchPage>;
  /**
   * Returns the ids of at most `limit` entries, in an order of the index's own. `after` is the `next` of the page before;
   * `next` is null at the end, and a page before it may be short. Entries put or removed meanwhile may be missing, every
   * other one comes once. A page costs the same wherever it begins; a sorted search looks at every entry.
   */
  walk(index: string, limit: number, after?: string): Promise<EntryPage>;
  /** Counts under a filter; `want.ranges` are fields whose least and greatest number are asked. */
  facets(
    index: string,
    filter: SearchFilter,
    want: { readonly prefixes: readonly string[]; readonly ranges: readonly string[] },
  ): Promise<FacetCounts>;
  /** The known words within typing distance of one, itself first if known, then closest and commonest first. */
  suggest(index: string, word: string, limit: number): Promise<readonly string[]>;
  /** Changes whenever the index does: the stem of an ETag. */
  revision(index: string): Promise<string>;
  /** What `markBuilt` was last told; null before, and after `clear`: then the index is to be rebuilt. */
  builtAs(index: string): Promise<string | null>;
  markBuilt(index: string, version: string): Promise<void>;
}
