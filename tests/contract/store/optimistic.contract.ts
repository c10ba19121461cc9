import { describe, expect, it } from 'vitest';
import type { Store, Tx } from '#lib/data/store.ts';
import { Accounts, contractCollections, Levels, type OpenStore } from './things.ts';

/** Runs a transaction that waits for `change` after its first read. Returns its result and the number of runs. */
async function overtake<R>(store: Store, read: (t: Tx) => Promise<() => R>, change: () => Promise<void>) {
  const [hasRead, hasChanged] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let runs = 0;
  const result = store.tx(async (t) => {
    const write = await read(t);
    runs += 1;
    if (runs === 1) {
      hasRead.resolve();
      await hasChanged.promise;
    }
    return write();
  });
  await hasRead.promise;
  await change().finally(hasChanged.resolve);
  return { result: await result, runs };
}

/** Covers documents read without a lock: concurrent writes to them make the transaction run again. */
export function optimisticContract(open: OpenStore): void {
  describe('transactions over optimistic collections', () => {
    const openWith = async (balances: Readonly<Record<string, number>>) => {
      const store = await open(contractCollections);
      await store.batch((write) => {
        for (const [id, balance] of Object.entries(balances)) write.set(Levels, id, { balance });
      });
      return store;
    };
    const balanceOf = async (store: Store, id: string) => (await store.get(Levels, id))?.data.balance;

    it('retry when the document they update changed since it was read', async () => {
      const store = await openWith({ a: 1 });

      const { runs } = await overtake(
        store,
        async (t) => {
          const { data } = await t.need(Levels, 'a');
          return () => t.update(Levels, 'a', { balance: data.balance + 1 });
        },
        () => store.update(Levels, 'a', { balance: 10 }),
      );

      expect({ runs, balance: await balanceOf(store, 'a') }).toEqual({ runs: 2, balance: 11 });
    });

    it.each(['set', 'delete'] as const)('retry when the document they %s changed since it was read', async (kind) => {
      const store = await openWith({ a: 1 });

      const { runs } = await overtake(
        store,
        async (t) => {
          const { data } = await t.need(Levels, 'a');
          return () => {
            if (kind === 'set') t.set(Levels, 'a', { balance: data.balance + 1 });
            else if (data.balance > 1) t.delete(Levels, 'a');
          };
        },
        () => store.update(Levels, 'a', { balance: 10 }),
      );

      expect({ runs, balance: await balanceOf(store, 'a') }).toEqual({
        runs: 2,
        balance: kind === 'set' ? 11 : undefined,
      });
    });

    it('retry when a document they only read changed', async () => {
      const store = await openWith({ a: 1, b: 1 });

      const { runs } = await overtake(
        store,
        async (t) => {
          const { data } = await t.need(Levels, 'a');
          return () => t.update(Levels, 'b', { balance: data.balance + 1 });
        },
        () => store.update(Levels, 'a', { balance: 10 }),
      );

      expect({ runs, balance: await balanceOf(store, 'b') }).toEqual({ runs: 2, balance: 11 });
    });

    it.each(['a', 'b'])('retry when a document appears that they did not find, and write %s', async (written) => {
      const store = await openWith({});

      const { runs } = await overtake(
        store,
        async (t) => {
          const row = await t.get(Levels, 'a');
          return () => t[row ? 'set' : 'create'](Levels, written, { balance: row ? row.data.balance + 1 : 1 });
        },
        () => store.create(Levels, 'a', { balance: 10 }),
      );

      expect({ runs, balance: await balanceOf(store, written) }).toEqual({ runs: 2, balance: 11 });
    });

    it('run once when a document they create exists and nothing they read changed', async () => {
      const store = await openWith({ a: 1 });
      await store.create(Accounts, 'taken', { balance: 0 });
      let runs = 0;

      const result = store.tx(async (t) => {
        runs += 1;
        const { data } = await t.need(Levels, 'a');
        t.update(Levels, 'a', { balance: data.balance + 1 });
        t.create(Accounts, 'taken', { balance: 1 });
      });

      await expect(result).rejects.toMatchObject({ code: 'EXISTS' });
      expect({ runs, balance: await balanceOf(store, 'a') }).toEqual({ runs: 1, balance: 1 });
    });

    it('retry when a document they create appears together with a change of what they read', async () => {
      const store = await openWith({ a: 1 });

      const { runs } = await overtake(
        store,
        async (t) => {
          const { data } = await t.need(Levels, 'a');
          return () => {
            if (data.balance > 1) return;
            t.update(Levels, 'a', { balance: data.balance + 1 });
            t.create(Accounts, 'of-a', { balance: 1 });
          };
        },
        () =>
          store.batch((write) => {
            write.update(Levels, 'a', { balance: 10 });
            write.create(Accounts, 'of-a', { balance: 10 });
          }),
      );

      expect({ runs, balance: await balanceOf(store, 'a') }).toEqual({ runs: 2, balance: 10 });
    });

    it('decide by current data, not by stale reads', async () => {
      const store = await openWith({ a: 0 });

      const { result } = await overtake(
        store,
        async (t) => {
          const { data } = await t.need(Levels, 'a');
          return () => {
            if (data.balance === 0) throw new Error('sold out');
            t.update(Levels, 'a', { balance: data.balance - 1 });
            return 'sold';
          };
        },
        () => store.update(Levels, 'a', { balance: 1 }),
      );

      expect(result).toBe('sold');
    });

    it('without writes return the data of one moment', async () => {
      const store = await openWith({ a: 1, b: 1 });

      const { result } = await overtake(
        store,
        async (t) => {
          const a = await t.need(Levels, 'a');
          return () => a.data.balance;
        },
        () => store.update(Levels, 'a', { balance: 2 }),
      );

      expect(result).toBe(2);
    });

    it('never oversell a stock without a lane', async () => {
      const store = await openWith({ stock: 30 });
      const take = () =>
        store.tx(async (t) => {
          const { data } = await t.need(Levels, 'stock');
          if (data.balance === 0) throw new Error('sold out');
          t.update(Levels, 'stock', { balance: data.balance - 1 });
          return data.balance;
        });

      const results = await Promise.allSettled(Array.from({ length: 50 }, take));

      const sold = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      expect(new Set(sold).size).toBe(sold.length);
      expect(await balanceOf(store, 'stock')).toBe(30 - sold.length);
      expect(sold.length).toBeGreaterThan(0);
    });
  });
}
