import { describe, expect, it } from 'vitest';
import { inc, remove, union } from '#lib/data/patch.ts';
import { Accounts, codeOfRefusal, contractCollections, type OpenStore, Things, thingWith } from './things.ts';

/** Sections 2 and 3 of the contract: patches and batches. */
export function writesContract(open: OpenStore): void {
  describe('patches', () => {
    it('keep the fields they do not name', async () => {
      const store = await open(contractCollections);
      await store.set(Things, 't1', thingWith({ note: 'kept', rank: 1 }));

      await store.update(Things, 't1', { rank: 2, tags: null });

      expect((await store.need(Things, 't1')).data).toEqual(thingWith({ note: 'kept', rank: 2, tags: null }));
    });

    it('follow the same rules as whole documents', async () => {
      const store = await open(contractCollections);
      await store.set(Things, 't1', thingWith());

      expect(await codeOfRefusal(store.update(Things, 't1', { body: [[1]] }))).toBe('INVALID');
      expect(await codeOfRefusal(store.update(Things, 't1', { body: { __x__: 1 } }))).toBe('INVALID');
      expect(await codeOfRefusal(store.update(Things, 't1', { note: 'я'.repeat(450_001) }))).toBe('TOO_LARGE');
      await store.update(Things, 't1', { name: 'a\ud83d', tags: union('b\ud83d') });

      expect((await store.need(Things, 't1')).data).toMatchObject({ name: 'a\ufffd', tags: ['b\ufffd'] });
    });

    it('turn null into an empty array when nothing is united', async () => {
      const store = await open(contractCollections);
      await store.batch((write) => {
        write.set(Things, 't1', thingWith({ tags: null }));
        write.set(Things, 't2', thingWith({ tags: ['a'] }));
      });

      await store.update(Things, 't1', { tags: union() });
      await store.update(Things, 't2', { tags: remove() });

      expect((await store.getMany(Things, ['t1', 't2'])).map((row) => row?.data.tags)).toEqual([[], ['a']]);
    });

    it('reject a missing document', async () => {
      const store = await open(contractCollections);

      expect(await codeOfRefusal(store.update(Things, 't1', { rank: 2 }))).toBe('NOT_FOUND');
    });

    it('increment numbers, starting at 0', async () => {
      const store = await open(contractCollections);
      await store.set(Things, 't1', thingWith({ rank: null }));

      await store.update(Things, 't1', { rank: inc(-2.5), count: inc(3) });
      await store.update(Things, 't1', { rank: inc(1), count: inc(4) });

      expect((await store.need(Things, 't1')).data).toMatchObject({ rank: -1.5, count: 7 });
    });

    it('unite and remove array values, also on null', async () => {
      const store = await open(contractCollections);
      await store.set(Things, 't1', thingWith({ tags: null }));

      await store.update(Things, 't1', { tags: union('a', 'b', 'a') });
      await store.update(Things, 't1', { tags: union('b', 'c') });
      await store.update(Things, 't1', { tags: remove('a', 'zzz') });

      expect((await store.need(Things, 't1')).data.tags).toEqual(['b', 'c']);
      await store.set(Things, 't2', thingWith({ tags: null }));
      await store.update(Things, 't2', { tags: remove('a') });
      expect((await store.need(Things, 't2')).data.tags).toEqual([]);
    });

    it('lose none of 50 concurrent increments', async () => {
      const store = await open(contractCollections);
      await store.set(Accounts, 'a1', { balance: 0 });

      await Promise.all(Array.from({ length: 50 }, () => store.update(Accounts, 'a1', { balance: inc(1) })));

      expect((await store.need(Accounts, 'a1')).data.balance).toBe(50);
    });

    it('with a version fail after another write', async () => {
      const store = await open(contractCollections);
      await store.set(Accounts, 'a1', { balance: 0 });
      const { version } = await store.need(Accounts, 'a1');
      await store.update(Accounts, 'a1', { balance: 1 }, version);

      await expect(store.update(Accounts, 'a1', { balance: 2 }, version)).rejects.toMatchObject({
        code: 'CONFLICT',
        status: 409,
      });
      expect((await store.need(Accounts, 'a1')).data.balance).toBe(1);
    });
  });

  describe('batches', () => {
    it('write all or nothing', async () => {
      const store = await open(contractCollections);
      await store.set(Things, 't2', thingWith({ name: 'there' }));

      const refused = store.batch((write) => {
        write.create(Things, 't1', thingWith());
        write.create(Things, 't2', thingWith());
      });

      expect(await codeOfRefusal(refused)).toBe('EXISTS');
      expect(await store.get(Things, 't1')).toBeUndefined();
    });

    it('apply writes to one document in order', async () => {
      const store = await open(contractCollections);

      await store.batch((write) => {
        write.create(Accounts, 'a1', { balance: 1 });
        write.update(Accounts, 'a1', { balance: inc(2) });
        write.delete(Things, 't1');
      });

      expect((await store.need(Accounts, 'a1')).data.balance).toBe(3);
    });

    it('reject a write that an earlier one of the same commit made impossible', async () => {
      const store = await open(contractCollections);
      await store.set(Accounts, 'a1', { balance: 1 });

      const twice = store.batch((write) => {
        write.update(Accounts, 'a1', { balance: 2 });
        write.create(Accounts, 'a1', { balance: 3 });
      });
      const gone = store.batch((write) => {
        write.delete(Accounts, 'a1');
        write.update(Accounts, 'a1', { balance: 2 });
      });

      expect([await codeOfRefusal(twice), await codeOfRefusal(gone)]).toEqual(['EXISTS', 'NOT_FOUND']);
      await store.batch((write) => {
        write.delete(Accounts, 'a1');
        write.create(Accounts, 'a1', { balance: 4 });
      });
      expect((await store.need(Accounts, 'a1')).data.balance).toBe(4);
    });

    it('hold 500 writes and reject 501 with nothing written', async () => {
      const store = await open(contractCollections);
      const writes = (count: number, name: string) =>
        store.batch((write) => {
          for (let i = 0; i < count; i++) write.set(Accounts, `${name}${i}`, { balance: i });
        });
      await writes(500, 'a');

      expect(await codeOfRefusal(writes(501, 'b'))).toBe('INVALID');
      expect(await store.get(Accounts, 'a499')).toBeDefined();
      expect(await store.get(Accounts, 'b0')).toBeUndefined();
    });

    it('write nothing when the callback throws', async () => {
      const store = await open(contractCollections);

      const given = store.batch((write) => {
        write.set(Accounts, 'a1', { balance: 1 });
        throw new Error('changed my mind');
      });

      await expect(given).rejects.toThrow('changed my mind');
      expect(await store.get(Accounts, 'a1')).toBeUndefined();
    });
  });
}
