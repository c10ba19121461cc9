import type { AnyCollection, Collection } from './collection.ts';
import { cursorAfter } from './cursor.ts';
import { assertId, fromStored } from './document.ts';
import type { Query } from './query.ts';
import { findPlanOf, type Plan } from './query-plan.ts';
import type { Page, Reader, Row } from './store.ts';
import { missingDocument } from './store-errors.ts';

/** A stored document before it is upgraded to the current version and parsed. */
export type Held = { readonly id: string; readonly version: string; readonly data: Record<string, unknown> };
export type FindPlan = Plan<object> & { readonly limit: number };

/**
 * The source of a reader's stored documents: the database itself, or a transaction. A source skips expired documents.
 */
export type Source = {
  get(collection: AnyCollection, ids: readonly string[]): Promise<readonly (Held | undefined)[]>;
  /**
   * Returns the page of a plan and one document more. The extra document shows the reader that another page follows.
   */
  find(plan: FindPlan): Promise<readonly Held[]>;
};

export const rowOf = <T extends object>(collection: Collection<T>, { id, version, data }: Held): Row<T> => ({
  id,
  version,
  data: fromStored(collection, id, data),
});

function pageOf<T extends object>(query: Query<T>, { orders, limit }: FindPlan, held: readonly Held[]): Page<T> {
  const shown = held.slice(0, limit);
  const last = held.length > limit ? shown.at(-1) : undefined;
  return {
    rows: shown.map((document) => rowOf(query.collection, document)),
    next: last ? cursorAfter({ ...query, orders }, last) : null,
  };
}

/** Builds the four read methods of the store over a source of stored documents. */
export function buildReader(source: Source): Reader {
  async function getMany<T extends object>(collection: Collection<T>, ids: readonly string[]) {
    for (const id of ids) assertId(collection, id);
    const held = await source.get(collection, ids);
    return held.map((document) => (document ? rowOf(collection, document) : undefined));
  }
  const get: Reader['get'] = async (collection, id) => (await getMany(collection, [id]))[0];

  return {
    get,
    getMany,
    async need(collection, id) {
      const row = await get(collection, id);
      if (!row) throw missingDocument(collection, id);
      return row;
    },
    async find(query) {
      const plan = findPlanOf(query) as unknown as FindPlan;
      return pageOf(query, plan, await source.find(plan));
    },
  };
}
