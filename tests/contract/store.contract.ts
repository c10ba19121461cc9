import { afterAll, describe } from 'vitest';
import type { AnyCollection } from '#lib/data/collection.ts';
import type { Store } from '#lib/data/store.ts';
import { documentsContract } from './store/documents.contract.ts';
import { expiryContract } from './store/expiry.contract.ts';
import { indexesContract } from './store/indexes.contract.ts';
import { optimisticContract } from './store/optimistic.contract.ts';
import { queriedTxContract } from './store/queried-tx.contract.ts';
import { queriesContract } from './store/queries.contract.ts';
import type { OpenOptions, OpenStore, StoreFeatures } from './store/things.ts';
import { transactionsContract } from './store/transactions.contract.ts';
import { watchContract } from './store/watch.contract.ts';
import { writesContract } from './store/writes.contract.ts';

/**
 * The guarantees of every driver of the port. `open` returns a store over an empty database, or over the database that
 * the same `place` named before in this suite. The suite closes all stores at its end.
 */
export function storeContract(name: string, open: OpenStore, features: StoreFeatures): void {
  describe(`the store on ${name}`, () => {
    const opened: Store[] = [];
    async function openKept(collections: readonly AnyCollection[], options?: OpenOptions): Promise<Store> {
      const store = await open(collections, options);
      opened.push(store);
      return store;
    }
    afterAll(async () => {
      await Promise.all(opened.map((store) => store.close()));
    });

    documentsContract(openKept);
    writesContract(openKept);
    transactionsContract(openKept);
    optimisticContract(openKept);
    queriedTxContract(openKept);
    queriesContract(openKept);
    indexesContract(openKept);
    watchContract(openKept, features);
    expiryContract(openKept, features);
  });
}
