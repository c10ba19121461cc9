import { describe, expect, it } from 'vitest';
import { from } from '#lib/data/query.ts';
import { codeOfRefusal, contractCollections, found, type OpenStore, type StoreFeatures, Tickets } from './things.ts';

const start = Date.parse('2026-03-01T12:00:00.000Z');
const at = (seconds: number): string => new Date(start + seconds * 1000).toISOString();

/** Returns a clock that the test moves. */
function openClock() {
  let seconds = 0;
  return {
    now: () => new Date(start + seconds * 1000),
    to: (to: number) => {
      seconds = to;
    },
  };
}

const titled = () => from(Tickets).where('title', '==', 'x').limit(9);

/** Section 8 of the contract. */
export function expiryContract(open: OpenStore, { sweeps }: StoreFeatures): void {
  describe('expiry', () => {
    it('hides an expired document from every reader', async () => {
      const clock = openClock();
      const store = await open(contractCollections, { now: clock.now });
      await store.set(Tickets, 'short', { title: 'x', expiresAt: at(10) });
      await store.set(Tickets, 'ever', { title: 'x', expiresAt: null });

      clock.to(9.999);
      expect(await found(store, titled())).toEqual(['ever', 'short']);
      clock.to(10);

      expect(await found(store, titled())).toEqual(['ever']);
      expect(await store.get(Tickets, 'short')).toBeUndefined();
      expect((await store.getMany(Tickets, ['short', 'ever'])).map((row) => row?.id)).toEqual([undefined, 'ever']);
      expect(await store.count(from(Tickets).where('title', '==', 'x'))).toBe(1);
      expect(await store.tx(async (t) => t.get(Tickets, 'short'))).toBeUndefined();
      expect(await codeOfRefusal(store.update(Tickets, 'short', { title: 'y' }))).toBe('NOT_FOUND');
    });

    it('does not shorten a page with expired documents in between', async () => {
      const clock = openClock();
      const store = await open(contractCollections, { now: clock.now });
      await store.batch((write) => {
        for (let i = 0; i < 12; i++) {
          write.set(Tickets, `t${String(i).padStart(2, '0')}`, { title: 'x', expiresAt: i % 4 === 0 ? null : at(1) });
        }
      });
      clock.to(2);

      const first = await store.find(titled().limit(2));
      const rest = await store.find(
        titled()
          .limit(2)
          .after(first.next ?? undefined),
      );

      expect([...first.rows, ...rest.rows].map(({ id }) => id)).toEqual(['t00', 't04', 't08']);
      expect(rest.next).toBeNull();
    });

    it('lets a new document reuse the id of an expired one', async () => {
      const clock = openClock();
      const store = await open(contractCollections, { now: clock.now });
      await store.create(Tickets, 'a', { title: 'old', expiresAt: at(1) });
      expect(await codeOfRefusal(store.create(Tickets, 'a', { title: 'early', expiresAt: null }))).toBe('EXISTS');
      clock.to(1);

      await store.create(Tickets, 'a', { title: 'new', expiresAt: at(60) });

      expect((await store.need(Tickets, 'a')).data).toEqual({ title: 'new', expiresAt: at(60) });
    });

    it('exposes nothing of how the time is stored', async () => {
      const store = await open(contractCollections, { now: openClock().now });
      await store.set(Tickets, 'a', { title: 'x', expiresAt: at(60) });

      expect((await store.need(Tickets, 'a')).data).toEqual({ title: 'x', expiresAt: at(60) });
    });

    it.skipIf(!sweeps)('sweeps 500 expired documents at a time, and no others', async () => {
      const clock = openClock();
      const store = await open(contractCollections, { now: clock.now });
      for (let batch = 0; batch < 2; batch++) {
        await store.batch((write) => {
          for (let i = 0; i < 300; i++) write.set(Tickets, `t${batch}-${i}`, { title: 'x', expiresAt: at(1) });
        });
      }
      await store.set(Tickets, 'later', { title: 'x', expiresAt: at(100) });
      clock.to(50);

      const swept = [await store.sweep(), await store.sweep(), await store.sweep()];

      expect(swept).toEqual([500, 100, 0]);
      clock.to(0);
      expect(await found(store, titled())).toEqual(['later']);
    });
  });
}
