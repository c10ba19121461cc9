import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { type AnyCollection, collection, type IndexField } from '#lib/data/collection.ts';

// Collections of the search index that is built on the store itself. The Firestore driver adds them on its own. SQLite
// has a full-text index in the same file and does not need them.

/** Fields by which a database can sort an index. The row of the index says which entry field each slot holds. */
export const sortSlots = ['s0', 's1', 's2', 's3', 's4', 's5', 's6', 's7', 's8', 's9', 's10', 's11'] as const;
export type SortSlot = (typeof sortSlots)[number];

const fieldValue = z.union([z.number(), z.string()]).nullable();
const tokens = z.array(z.string());

const storedEntry = z.object({
  index: z.string(),
  entryId: idText,
  /** Hashes of everything an entry can be found by: prefixes of its tokens, facets, pairs of both, and whole words. */
  keys: z.array(z.int()),
  a: tokens,
  b: tokens,
  c: tokens,
  words: tokens,
  facets: z.array(z.string()),
  fields: z.record(z.string(), fieldValue),
  card: z.string(),
  ...(Object.fromEntries(sortSlots.map((slot) => [slot, fieldValue])) as { [S in SortSlot]: typeof fieldValue }),
});
export type StoredEntry = z.infer<typeof storedEntry>;

/** Ties are sorted by ascending id, so the index of a descending sort lists the id too. */
const sorts = sortSlots.flatMap((slot): IndexField<StoredEntry>[][] => [
  ['index', slot, 'entryId'],
  ['index', `${slot} desc`, 'entryId'],
]);

export const SearchEntries = collection('search_entries', {
  label: 'Search entry',
  schema: storedEntry,
  indexes: [['index'], ['keys[]'], ['index', 'entryId'], ...sorts],
});

/** One row per index. */
export const SearchIndexes = collection('search_indexes', {
  label: 'Search index',
  schema: z.object({
    revision: z.int(),
    builtAs: z.string().nullable(),
    /** The fields in the order of their slots. */
    slots: z.array(z.object({ field: z.string(), kind: z.enum(['number', 'text']) })).max(sortSlots.length),
  }),
  indexes: [],
});

/** Every word an index has ever contained, with hashes of its spellings with letters dropped. */
export const SearchWords = collection('search_words', {
  label: 'Search word',
  schema: z.object({ index: z.string(), word: z.string(), near: z.array(z.int()) }),
  indexes: [['index'], ['near[]']],
});

export const searchCollections: readonly AnyCollection[] = [SearchEntries, SearchIndexes, SearchWords];
