import { describe, expect, it } from 'vitest';
import { inc } from '#lib/data/patch.ts';
import { queriedTx } from '#lib/data/queried-tx.ts';
import { from } from '#lib/data/query.ts';
import type { Store } from '#lib/data/store.ts';
import { Accounts, Claims, codeOfRefusal, contractCollections, type OpenStore } from './things.ts';

const claimsOfNoon = from(Claims).where('slot', '==', 'noon').limit(10);

/** Inserts a claim of noon and counts it, in one commit. */
const claim = (store: Store, by: string) =>
  store.batch((write) => {
    write.create(Claims, by, { slot: 'noon', by });
    write.update(Accounts, 'noon', { balance: inc(1) });
  });

/** Returns who claims noon, as a transaction guarded by their count sees it. */
const claimers = (data: Pick<Store, 'find' | 'tx'>) =>
  queriedTx(data, async (t, found) => {
    const count = await t.need(Accounts, 'noon');
    const rows = await found(claimsOfNoon, [count]);
    return { count: count.data.balance, by: rows.map(({ data }) => data.by).sort() };
  });

/** Returns the store with something happening after each of the first queries. */
function afterQueries(store: Store, happenings: readonly (() => Promise<void>)[]): Pick<Store, 'find' | 'tx'> {
  let queries = 0;
  return {
    tx: (work, options) => store.tx(work, options),
    async find(query) {
      const page = await store.find(query);
      await happenings[queries++]?.();
      return page;
    },
  };
}

/** Covers a query outside of a transaction that replaces one inside. */
export function queriedTxContract(open: OpenStore): void {
  describe('a transaction with a query before it', () => {
    it('sees rows added since its query', async () => {
      const store = await open(contractCollections);
      await store.set(Accounts, 'noon', { balance: 0 });
      await claim(store, 'ann');

      const seen = await claimers(afterQueries(store, [() => claim(store, 'bob'), () => claim(store, 'cyd')]));

      expect(seen).toEqual({ count: 3, by: ['ann', 'bob', 'cyd'] });
    });

    it('sees each row in its current state, and no deleted row', async () => {
      const store = await open(contractCollections);
      await store.set(Accounts, 'noon', { balance: 0 });
      for (const by of ['ann', 'bob']) await claim(store, by);
      const change = () =>
        store.batch((write) => {
          write.delete(Claims, 'ann');
          write.update(Claims, 'bob', { by: 'bea' });
        });

      expect(await claimers(afterQueries(store, [change]))).toEqual({ count: 2, by: ['bea'] });
    });

    it('fails with CONTENTION when its guard changes after each query', async () => {
      const store = await open(contractCollections);
      await store.set(Accounts, 'noon', { balance: 0 });
      const always = Array.from({ length: 100 }, () => () => store.update(Accounts, 'noon', { balance: inc(1) }));

      expect(await codeOfRefusal(claimers(afterQueries(store, always)))).toBe('CONTENTION');
    });

    it('rethrows the callback’s error and writes nothing', async () => {
      const store = await open(contractCollections);
      await store.set(Accounts, 'noon', { balance: 0 });

      const thrown = queriedTx(store, async (t, found) => {
        await found(claimsOfNoon, [await t.need(Accounts, 'noon')]);
        t.update(Accounts, 'noon', { balance: 1 });
        throw new Error('no');
      });

      await expect(thrown).rejects.toThrow('no');
      expect((await store.need(Accounts, 'noon')).data.balance).toBe(0);
    });
  });
}
