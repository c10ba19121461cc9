import { isDeepStrictEqual } from 'node:util';
import { hashOf } from '#lib/core/ids.ts';
import type { Store } from '#lib/data/store.ts';
import { SearchEntries, type StoredEntry, sortSlots } from '#lib/search/collections.ts';
import type { SearchChange, SearchEntry } from '#lib/search/search-index.ts';
import { bumpRevision, type IndexRow } from './index-rows.ts';
import { keysOf } from './keys.ts';

/**
 * The number of entries in one commit: each entry has about a hundred keys, and each key is an index entry to write.
 */
const AT_ONCE = 40;

type Json = Record<string, unknown>;

export const documentIdOf = (index: string, id: string): string => hashOf(index, id);

export function* inChunks<V>(items: readonly V[], size = AT_ONCE): Generator<readonly V[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}

type Content = Pick<StoredEntry, 'entryId' | 'a' | 'b' | 'c' | 'words' | 'facets' | 'fields' | 'card'>;

/** Returns an entry in its stored form: with its keys, and its fields in the slots of the index. */
function storedOf(index: string, content: Content, row: IndexRow, pairs: readonly string[]): StoredEntry {
  const { a, b, c, words, facets, fields } = content;
  const slots = Object.fromEntries(sortSlots.map((slot) => [slot, null as number | string | null]));
  for (const [field, { slot }] of row.slots) slots[slot] = fields[field] ?? null;
  return {
    ...content,
    ...slots,
    index,
    keys: keysOf(index, { tokens: [...a, ...b, ...c], words, facets }, pairs),
  } as StoredEntry;
}

const contentOf = ({ id, terms, words, facets, fields, card }: SearchEntry): Content => {
  const tokensOf = (weight: 'A' | 'B' | 'C') =>
    terms.filter((group) => group.weight === weight).flatMap(({ tokens }) => tokens);
  return {
    entryId: id,
    a: tokensOf('A'),
    b: tokensOf('B'),
    c: tokensOf('C'),
    words: [...words],
    facets: [...facets],
    fields,
    card,
  };
};

const changed = (held: Json | undefined, wanted: StoredEntry): boolean => !isDeepStrictEqual(held, wanted);

/** Writes whole entries. An entry that is already stored unchanged is skipped. */
export async function putEntries(
  store: Store,
  index: string,
  entries: readonly SearchEntry[],
  row: IndexRow,
  pairs: readonly string[],
): Promise<void> {
  for (const chunk of inChunks(entries)) {
    const wanted = chunk.map((entry) => storedOf(index, contentOf(entry), row, pairs));
    const held = await store.getMany(
      SearchEntries,
      chunk.map(({ id }) => documentIdOf(index, id)),
    );
    const fresh = wanted.filter((entry, i) => changed(held[i]?.data, entry));
    if (fresh.length === 0) continue;
    await store.batch((write) => {
      for (const entry of fresh) write.set(SearchEntries, documentIdOf(index, entry.entryId), entry);
      bumpRevision(write, index);
    });
  }
}

function patched(entry: StoredEntry, { facets = {}, fields = {} }: SearchChange): Content {
  const prefixes = Object.keys(facets);
  const kept = entry.facets.filter((facet) => !prefixes.some((prefix) => facet.startsWith(prefix)));
  return { ...entry, facets: [...kept, ...Object.values(facets).flat()], fields: { ...entry.fields, ...fields } };
}

/** Changes parts of entries, based on their state at the time of the change. */
export async function patchEntries(
  store: Store,
  index: string,
  changes: readonly SearchChange[],
  row: IndexRow,
  pairs: readonly string[],
): Promise<void> {
  for (const chunk of inChunks(changes)) {
    await store.tx(
      async (t) => {
        const held = await t.getMany(
          SearchEntries,
          chunk.map(({ id }) => documentIdOf(index, id)),
        );
        const fresh = chunk.flatMap((change, i) => {
          const entry = held[i]?.data;
          const wanted = entry && storedOf(index, patched(entry, change), row, pairs);
          return wanted && changed(entry, wanted) ? [wanted] : [];
        });
        for (const entry of fresh) t.set(SearchEntries, documentIdOf(index, entry.entryId), entry);
        if (fresh.length > 0) bumpRevision(t, index);
      },
      { lane: `search_indexes/${index}` },
    );
  }
}

/** Removes the entries that exist. */
export async function removeEntries(store: Store, index: string, ids: readonly string[]): Promise<void> {
  for (const chunk of inChunks(ids)) {
    const documentIds = chunk.map((id) => documentIdOf(index, id));
    const held = (await store.getMany(SearchEntries, documentIds)).filter((entry) => entry !== undefined);
    if (held.length === 0) continue;
    await store.batch((write) => {
      for (const { id } of held) write.delete(SearchEntries, id);
      bumpRevision(write, index);
    });
  }
}
