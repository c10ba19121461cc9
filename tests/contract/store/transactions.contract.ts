import { describe, expect, it } from 'vitest';
import { inc } from '#lib/data/patch.ts';
import { from } from '#lib/data/query.ts';
import type { Store } from '#lib/data/store.ts';
import { Accounts, Claims, codeOfRefusal, contractCollections, type OpenStore, Things, thingWith } from './things.ts';

const decrement = (store: Store, lane?: string) =>
  store.tx(
    async (t) => {
      const { data } = await t.need(Accounts, 'stock');
      if (data.balance <= 0) throw new Error('sold out');
      t.update(Accounts, 'stock', { balance: data.balance - 1 });
      return data.balance;
    },
    lane === undefined ? {} : { lane },
  );

/** Section 4 of the contract. */
export function transactionsContract(open: OpenStore): void {
  describe('transactions', () => {
    it('return what the callback returns and apply its writes', async () => {
      const store = await open(contractCollections);
      await store.set(Accounts, 'a', { balance: 5 });

      const answer = await store.tx(async (t) => {
        const { data } = await t.need(Accounts, 'a');
        t.create(Accounts, 'b', { balance: data.balance * 2 });
        t.update(Accounts, 'a', { balance: inc(1) });
        t.delete(Things, 'none');
        return data.balance;
      });

      expect(answer).toBe(5);
      expect((await store.getMany(Accounts, ['a', 'b'])).map((row) => row?.data.balance)).toEqual([6, 10]);
    });

    it('write nothing when the callback throws, and rethrow its error', async () => {
      const store = await open(contractCollections);

      const thrown = store.tx(async (t) => {
        t.set(Accounts, 'a', { balance: 1 });
        throw new Error('no');
      });

      await expect(thrown).rejects.toThrow('no');
      expect(await store.get(Accounts, 'a')).toBeUndefined();
    });

    it('write nothing when one write is rejected', async () => {
      const store = await open(contractCollections);
      await store.set(Accounts, 'there', { balance: 1 });

      const refusals = [
        store.tx(async (t) => {
          t.set(Accounts, 'a', { balance: 1 });
          t.create(Accounts, 'there', { balance: 2 });
        }),
        store.tx(async (t) => {
          t.set(Accounts, 'a', { balance: 1 });
          t.update(Accounts, 'gone', { balance: 2 });
        }),
      ];

      expect(await Promise.all(refusals.map(codeOfRefusal))).toEqual(['EXISTS', 'NOT_FOUND']);
      expect(await store.get(Accounts, 'a')).toBeUndefined();
    });

    it('reject reads after the first write', async () => {
      const store = await open(contractCollections);
      await store.set(Accounts, 'a', { balance: 1 });
      const afterWrite = (read: (t: Parameters<Parameters<Store['tx']>[0]>[0]) => Promise<unknown>) =>
        codeOfRefusal(
          store.tx(
            async (t) => {
              t.update(Accounts, 'a', { balance: 2 });
              await read(t);
            },
            { mayQuery: true },
          ),
        );

      expect(await afterWrite((t) => t.get(Accounts, 'a'))).toBe('INVALID');
      expect(await afterWrite((t) => t.getMany(Accounts, ['a']))).toBe('INVALID');
      expect(await afterWrite((t) => t.find(from(Claims).where('slot', '==', 's').limit(1)))).toBe('INVALID');
      expect((await store.need(Accounts, 'a')).data.balance).toBe(1);
    });

    it('reject calls of the store itself inside the callback', async () => {
      const store = await open(contractCollections);
      const calls: (() => Promise<unknown>)[] = [
        () => store.get(Accounts, 'a'),
        () => store.find(from(Claims).where('slot', '==', 's').limit(1)),
        () => store.count(from(Claims).where('slot', '==', 's')),
        () => store.set(Accounts, 'a', { balance: 1 }),
        () => store.update(Accounts, 'a', { balance: 1 }),
        () => store.batch((write) => write.delete(Accounts, 'a')),
        () => store.tx(async () => undefined),
      ];

      const codes = await Promise.all(calls.map((call) => codeOfRefusal(store.tx(async () => void (await call())))));

      expect(codes).toEqual(calls.map(() => 'INVALID'));
    });

    it('cannot be used after the callback returned', async () => {
      const store = await open(contractCollections);
      const kept = await store.tx(async (t) => t);

      expect(() => kept.set(Accounts, 'a', { balance: 1 })).toThrowError(expect.objectContaining({ code: 'INVALID' }));
      expect(await codeOfRefusal(kept.get(Accounts, 'a'))).toBe('INVALID');
    });

    it('reject 501 writes', async () => {
      const store = await open(contractCollections);

      const many = store.tx(async (t) => {
        for (let i = 0; i < 501; i++) t.set(Accounts, `a${i}`, { balance: i });
      });

      expect(await codeOfRefusal(many)).toBe('INVALID');
    });

    it('sell a stock of 30 to exactly 30 of 50, each unit once', async () => {
      const store = await open(contractCollections);
      await store.set(Accounts, 'stock', { balance: 30 });

      const results = await Promise.allSettled(Array.from({ length: 50 }, () => decrement(store, 'accounts/stock')));

      const sold = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      expect(new Set(sold).size).toBe(30);
      expect(sold).toHaveLength(30);
      expect((await store.need(Accounts, 'stock')).data.balance).toBe(0);
    });

    it('stay exact without a lane, by retries', async () => {
      const store = await open(contractCollections);
      await store.set(Accounts, 'stock', { balance: 30 });

      const results = await Promise.allSettled(Array.from({ length: 5 }, () => decrement(store)));

      const won = results.filter((result) => result.status === 'fulfilled').length;
      expect((await store.need(Accounts, 'stock')).data.balance).toBe(30 - won);
      expect(won).toBeGreaterThan(0);
    });

    it('keep the sum over crossing transfers', async () => {
      const store = await open(contractCollections);
      const names = ['a', 'b', 'c', 'd'];
      await store.batch((write) => {
        for (const name of names) write.set(Accounts, name, { balance: 100 });
      });
      const transfer = (from: string, to: string) =>
        store.tx(
          async (t) => {
            const [source, target] = await Promise.all([t.need(Accounts, from), t.need(Accounts, to)]);
            t.update(Accounts, from, { balance: source.data.balance - 7 });
            t.update(Accounts, to, { balance: target.data.balance + 7 });
          },
          { lane: [`accounts/${from}`, `accounts/${to}`] },
        );

      await Promise.all(
        Array.from({ length: 24 }, (_, i) => transfer(names[i % 4] ?? 'a', names[(i + 1 + (i % 3)) % 4] ?? 'b')),
      );

      const rows = await store.getMany(Accounts, names);
      expect(rows.reduce((sum, row) => sum + (row?.data.balance ?? 0), 0)).toBe(400);
    });

    it('detect a change of a document they only read', async () => {
      const store = await open(contractCollections);
      await store.set(Accounts, 'left', { balance: 1 });
      await store.set(Accounts, 'right', { balance: 1 });
      // Each may give up its own unit while the other still has one. One unit must be left.
      const giveUp = (mine: string, other: string) =>
        store.tx(async (t) => {
          const [own, their] = await Promise.all([t.need(Accounts, mine), t.need(Accounts, other)]);
          if (own.data.balance + their.data.balance < 2) return;
          t.update(Accounts, mine, { balance: 0 });
        });

      await Promise.all([giveUp('left', 'right'), giveUp('right', 'left')]);

      const rows = await store.getMany(Accounts, ['left', 'right']);
      expect(rows.reduce((sum, row) => sum + (row?.data.balance ?? 0), 0)).toBe(1);
    });

    it('reject a query unless declared with mayQuery', async () => {
      const store = await open(contractCollections);
      const asked = from(Claims).where('slot', '==', 'noon').limit(1);

      expect(await codeOfRefusal(store.tx((t) => t.find(asked)))).toBe('INVALID');
      expect(await store.tx((t) => t.find(asked), { mayQuery: true })).toEqual({ rows: [], next: null });
    });

    it('detect a document that appears in a query they read', async () => {
      const store = await open(contractCollections);
      const claim = (by: string) =>
        store.tx(
          async (t) => {
            const { rows } = await t.find(from(Claims).where('slot', '==', 'noon').limit(5));
            if (rows.length === 0) t.create(Claims, by, { slot: 'noon', by });
            return rows.length === 0;
          },
          { mayQuery: true },
        );

      const results = await Promise.allSettled(['x', 'y', 'z'].map(claim));

      const won = results.filter((result) => result.status === 'fulfilled' && result.value).length;
      expect(won).toBe(1);
      expect(await store.count(from(Claims).where('slot', '==', 'noon'))).toBe(1);
    });

    it('take several lanes in one order, so that none deadlocks', async () => {
      const store = await open(contractCollections);
      await store.set(Accounts, 'a', { balance: 0 });
      const step = (lane: readonly string[]) =>
        store.tx(
          async (t) => {
            const { data } = await t.need(Accounts, 'a');
            t.update(Accounts, 'a', { balance: data.balance + 1 });
          },
          { lane },
        );

      await Promise.all([step(['x', 'y']), step(['y', 'x']), step(['y', 'z', 'x']), step(['x', 'x'])]);

      expect((await store.need(Accounts, 'a')).data.balance).toBe(4);
    });

    it('can store a document found by their query', async () => {
      const store = await open(contractCollections);
      await store.set(Things, 't1', thingWith({ tags: ['a'] }));

      await store.tx(
        async (t) => {
          const rows = await t.find(from(Things).where('tags', 'has', 'a').orderBy('rank').limit(5));
          for (const { id, data } of rows.rows) t.set(Things, id, { ...data, tags: ['b'] });
        },
        { mayQuery: true },
      );

      expect((await store.need(Things, 't1')).data.tags).toEqual(['b']);
      expect((await store.find(from(Things).where('tags', 'has', 'a').orderBy('rank').limit(5))).rows).toEqual([]);
    });
  });

  describe('counters', () => {
    it('lose nothing over their shards', async () => {
      const store = await open(contractCollections);
      const counter = store.counter('page-views', 4);

      await Promise.all(Array.from({ length: 20 }, (_, i) => counter.add(i)));

      expect(await counter.read()).toBe(190);
      expect(await store.counter('other', 2).read()).toBe(0);
    });
  });
}
