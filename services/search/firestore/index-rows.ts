import type { z } from 'zod';
import { codeOf } from '#lib/core/errors.ts';
import { inc } from '#lib/data/patch.ts';
import type { Store, Writer } from '#lib/data/store.ts';
import { SearchIndexes, type SortSlot, sortSlots } from '#lib/search/collections.ts';
import type { SearchEntry } from '#lib/search/search-index.ts';

type Kind = 'number' | 'text';
export type Slot = { readonly slot: SortSlot; readonly kind: Kind };
/** The data of an index besides its entries. */
export type IndexRow = {
  readonly revision: number;
  readonly builtAs: string | null;
  readonly slots: ReadonlyMap<string, Slot>;
};

type Stored = z.infer<typeof SearchIndexes.schema>;
const nothing: Stored = { revision: 0, builtAs: null, slots: [] };

function toIndexRow({ revision, builtAs, slots }: Stored): IndexRow {
  const bySlot = slots.flatMap(({ field, kind }, i) => {
    const slot = sortSlots[i];
    return slot === undefined ? [] : [[field, { slot, kind }] as const];
  });
  return { revision, builtAs, slots: new Map(bySlot) };
}

export const readIndexRow = async (store: Store, index: string): Promise<IndexRow> =>
  toIndexRow((await store.get(SearchIndexes, index))?.data ?? nothing);

/** Increments the revision of an index, in the same commit as a change of the index. */
export const bumpRevision = (write: Writer, index: string): void =>
  write.update(SearchIndexes, index, { revision: inc(1) });

/** Creates the row of an index if it is missing. */
export async function ensureIndexRow(store: Store, index: string): Promise<void> {
  if (await store.get(SearchIndexes, index)) return;
  await store.create(SearchIndexes, index, nothing).catch((error: unknown) => {
    if (codeOf(error) !== 'EXISTS') throw error;
  });
}

/** Returns the fields of entries that have a value to sort by but no slot. */
function fieldsWithoutSlot(entries: readonly Pick<SearchEntry, 'fields'>[], { slots }: IndexRow): Map<string, Kind> {
  const found = new Map<string, Kind>();
  for (const { fields } of entries) {
    for (const [field, value] of Object.entries(fields)) {
      if (value !== null && !slots.has(field)) found.set(field, typeof value === 'number' ? 'number' : 'text');
    }
  }
  return found;
}

/**
 * Returns the index with a slot for every field of these entries, as long as slots are left. Further fields sort in
 * memory.
 */
export async function withSlots(
  store: Store,
  index: string,
  entries: readonly Pick<SearchEntry, 'fields'>[],
): Promise<IndexRow> {
  const row = await readIndexRow(store, index);
  if (fieldsWithoutSlot(entries, row).size === 0 || row.slots.size === sortSlots.length) return row;
  return store.tx(
    async (t) => {
      const { data } = await t.need(SearchIndexes, index);
      const added = [...fieldsWithoutSlot(entries, toIndexRow(data))].map(([field, kind]) => ({ field, kind }));
      const slots = [...data.slots, ...added].slice(0, sortSlots.length);
      t.update(SearchIndexes, index, { slots });
      return toIndexRow({ ...data, slots });
    },
    { lane: `search_indexes/${index}` },
  );
}
