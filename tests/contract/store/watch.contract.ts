import { describe, expect, it, vi } from 'vitest';
import type { Query } from '#lib/data/query.ts';
import type { Change, Row, Store, WatchOptions } from '#lib/data/store.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import {
  codeOfRefusal,
  contractCollections,
  idsOf,
  type OpenStore,
  putThings,
  type StoreFeatures,
  type Thing,
  Things,
  things,
} from './things.ts';

type Seen = { readonly ids: string[]; readonly changes: string[] };

/** Watches a query and records its notifications, so that a test can wait for them. */
function record(store: Store, query: Query<Thing>, options?: WatchOptions) {
  const seen: Seen[] = [];
  const told = (change: Change<Thing>): string => `${change.kind} ${change.row.id}`;
  const seeing = (rows: readonly Row<Thing>[], changes: readonly Change<Thing>[]) => {
    seen.push({ ids: idsOf(rows), changes: changes.map(told) });
  };
  const stop = store.watch(query, seeing, options);
  return {
    seen,
    stop,
    last: (ids: readonly string[]) => vi.waitFor(() => expect(seen.at(-1)?.ids).toEqual(ids), PATIENCE),
  };
}

const mugs = (limit = 10) => things().where('kind', '==', 'mug').orderBy('rank').limit(limit);

/** Section 7 of the contract. */
export function watchContract(open: OpenStore, { reopens }: StoreFeatures): void {
  describe('watch', () => {
    it('delivers the whole result first', async () => {
      const store = await open(contractCollections);
      await putThings(store, { a: { kind: 'mug', rank: 2 }, b: { kind: 'mug', rank: 1 }, c: { kind: 'book' } });

      const { seen, stop, last } = record(store, mugs());
      await last(['b', 'a']);
      stop();

      expect(seen[0]?.changes.sort()).toEqual(['added a', 'added b']);
    });

    it('delivers an empty result too', async () => {
      const store = await open(contractCollections);

      const { seen, stop, last } = record(store, mugs());
      await last([]);
      stop();

      expect(seen).toEqual([{ ids: [], changes: [] }]);
    });

    it('delivers additions, changes, removals, and documents that leave the query', async () => {
      const store = await open(contractCollections);
      await putThings(store, { a: { kind: 'mug', rank: 1 }, b: { kind: 'mug', rank: 2 } });
      const { seen, stop, last } = record(store, mugs());
      await last(['a', 'b']);

      await putThings(store, { c: { kind: 'mug', rank: 3 } });
      await last(['a', 'b', 'c']);
      expect(seen.at(-1)?.changes).toEqual(['added c']);
      await store.update(Things, 'a', { rank: 9 });
      await last(['b', 'c', 'a']);
      expect(seen.at(-1)?.changes).toEqual(['modified a']);
      await store.delete(Things, 'b');
      await last(['c', 'a']);
      expect(seen.at(-1)?.changes).toEqual(['removed b']);
      await store.update(Things, 'c', { kind: 'lamp' });
      await last(['a']);
      expect(seen.at(-1)?.changes).toEqual(['removed c']);
      stop();
    });

    it('respects the limit: a displaced document is removed, the next one is added', async () => {
      const store = await open(contractCollections);
      await putThings(store, { a: { kind: 'mug', rank: 1 }, b: { kind: 'mug', rank: 2 } });
      const { seen, stop, last } = record(store, mugs(2));
      await last(['a', 'b']);

      await putThings(store, { first: { kind: 'mug', rank: 0 } });
      await last(['first', 'a']);
      expect(seen.at(-1)?.changes).toEqual(['removed b', 'added first']);
      await store.delete(Things, 'a');
      await last(['first', 'b']);
      stop();

      expect(seen.at(-1)?.changes).toEqual(['removed a', 'added b']);
    });

    it('delivers the writes of a transaction at once', async () => {
      const store = await open(contractCollections);
      const { seen, stop, last } = record(store, mugs());
      await last([]);

      await store.tx(async (t) => {
        t.set(Things, 'a', { name: '', kind: 'mug', rank: 1, flag: null, tags: null });
        t.set(Things, 'b', { name: '', kind: 'mug', rank: 2, flag: null, tags: null });
      });
      await last(['a', 'b']);
      stop();

      expect(seen).toHaveLength(2);
    });

    it('delivers every commit of its own process with localOnly', async () => {
      const store = await open(contractCollections);
      await putThings(store, { a: { kind: 'mug', rank: 1 } });
      const { seen, stop, last } = record(store, mugs(), { localOnly: true });
      await last(['a']);

      await putThings(store, { b: { kind: 'mug', rank: 2 } });
      await last(['a', 'b']);
      await store.tx(async (t) => t.delete(Things, 'a'));
      await last(['b']);
      await store.update(Things, 'b', { rank: 3 });
      await vi.waitFor(() => expect(seen.at(-1)?.changes).toEqual(['modified b']), PATIENCE);
      stop();
    });

    it('delivers nothing after it was stopped', async () => {
      const store = await open(contractCollections);
      const stopped = record(store, mugs());
      const going = record(store, mugs());
      await Promise.all([stopped.last([]), going.last([])]);
      stopped.stop();

      await putThings(store, { a: { kind: 'mug' } });
      await going.last(['a']);
      going.stop();

      expect(stopped.seen).toHaveLength(1);
    });

    it('rejects a query without an index at once', async () => {
      const store = await open(contractCollections);
      const wanted = things().where('flag', '==', 1).orderBy('name').limit(1);

      expect(await codeOfRefusal((async () => store.watch(wanted, () => undefined))())).toBe('MISSING_INDEX');
    });

    it.skipIf(!reopens)('delivers commits of another process', async () => {
      const store = await open(contractCollections, { place: 'watched' });
      const other = await open(contractCollections, { place: 'watched' });
      const { stop, last } = record(store, mugs());
      await last([]);

      await putThings(other, { a: { kind: 'mug', rank: 1 } });
      await last(['a']);
      await putThings(store, { b: { kind: 'mug', rank: 2 } });
      await last(['a', 'b']);
      await other.delete(Things, 'a');
      await last(['b']);
      stop();
    });
  });
}
