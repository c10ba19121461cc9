/** One searchable thing, flat: what the index knows of it beside its id. */
export type SearchEntry = {
  readonly id: string;
  /** Tokens of `lib/store/search-terms.ts`, weightiest field first. */
  readonly terms: readonly { readonly weight: 'A' | 'B' | 'C'; readonly tokens: readonly string[] }[];
  /** Exact-match facets, e.g. `category:cat_…`, `vendor:vnd_…`, `stock:yes`. */
  readonly facets: readonly string[];
  /** Numbers and texts to filter by range and to sort by; null sorts first ascending and last descending. */
  readonly fields: Readonly<Record<string, number | string | null>>;
};

export type SearchRequest = {
  /** All must match, the last as a prefix. */
  readonly terms?: readonly string[];
  /** AND over the groups, OR within one. */
  readonly facets?: readonly (readonly string[])[];
  readonly ranges?: readonly { readonly field: string; readonly min?: number; readonly max?: number }[];
  /** `relevance` needs terms. Ties go by id ascending. */
  readonly sort: { readonly field: string; readonly direction: 'asc' | 'desc' } | 'relevance';
  readonly limit: number;
  /** The sort value and id after which to go on. */
  readonly after?: { readonly value: number | string | null; readonly id: string };
};

export type SearchHit = { readonly id: string; readonly value: number | string | null };
export type SearchPage = { readonly hits: readonly SearchHit[]; readonly more: boolean };

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
  put(index: string, entries: readonly SearchEntry[]): Promise<void>;
  /** Changes facets with a prefix, and fields, of one entry; a missing entry is left alone. */
  patch(
    index: string,
    id: string,
    change: { readonly facets?: Readonly<Record<string, readonly string[]>>; readonly fields?: SearchEntry['fields'] },
  ): Promise<void>;
  remove(index: string, ids: readonly string[]): Promise<void>;
  clear(index: string): Promise<void>;
  search(index: string, request: SearchRequest): Promise<SearchPage>;
  /** Counts under a request without its sort and paging. */
  facets(
    index: string,
    request: Pick<SearchRequest, 'terms' | 'facets' | 'ranges'>,
    want: { readonly prefixes: readonly string[]; readonly ranges: readonly string[] },
  ): Promise<FacetCounts>;
  /** The nearest known tokens of a word nobody wrote, closest and commonest first. */
  suggest(index: string, token: string, limit: number): Promise<readonly string[]>;
  /** Changes whenever the index does: the stem of an ETag. */
  revision(index: string): Promise<string>;
}
