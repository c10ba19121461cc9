import type { Store } from '#lib/data/store.ts';

/**
 * Wraps a store so that each commit is applied and then repeated. Firestore's clients do so when the response of a
 * commit is lost: the repeat finds its own work.
 */
export function appliedButRepeated(store: Store): Store {
  return {
    ...store,
    async tx(work, options) {
      await store.tx(work, options);
      return store.tx(work, options);
    },
    async update(collection, id, patch, ifVersion) {
      await store.update(collection, id, patch, ifVersion);
      await store.update(collection, id, patch, ifVersion);
    },
  };
}
