import { describe, expect, it } from 'vitest';
import { codeOfRefusal, contractCollections, found, type OpenStore, putThings, things } from './things.ts';

/** The part of section 5 of the contract about declared indexes. */
export function indexesContract(open: OpenStore): void {
  describe('indexes', () => {
    it('are required by a query, which fails with the missing declaration', async () => {
      const store = await open(contractCollections);

      await expect(
        store.find(things().where('kind', '==', 'mug').where('flag', '==', 1).orderBy('name').limit(1)),
      ).rejects.toMatchObject({
        code: 'MISSING_INDEX',
        status: 500,
        message: "No index of things serves this query; declare ['kind', 'flag', 'name']",
      });
      expect(await codeOfRefusal(store.count(things().where('kind', '==', 'mug').where('name', '>', 'a')))).toBe(
        'MISSING_INDEX',
      );
      expect(await codeOfRefusal(store.sum(things().where('name', '==', 'mug'), 'rank'))).toBe('MISSING_INDEX');
    });

    it('are required inside a transaction too', async () => {
      const store = await open(contractCollections);

      const refused = store.tx((t) => t.find(things().where('flag', '==', 1).orderBy('name').limit(1)), {
        mayQuery: true,
      });

      expect(await codeOfRefusal(refused)).toBe('MISSING_INDEX');
    });

    it('with the same tail are merged, except in strict mode', async () => {
      const [loose, strict] = [
        await open(contractCollections),
        await open(contractCollections, { strictIndexes: true }),
      ];
      await putThings(loose, {
        a: { kind: 'mug', flag: true, rank: 2 },
        b: { kind: 'mug', flag: false, rank: 1 },
        c: { kind: 'mug', flag: true, rank: 1 },
      });
      const merged = things().where('kind', '==', 'mug').where('flag', '==', true).orderBy('rank').limit(5);

      expect(await found(loose, merged)).toEqual(['c', 'a']);
      expect(await codeOfRefusal(strict.find(merged))).toBe('MISSING_INDEX');
      const exact = things().where('kind', '==', 'mug').orderBy('rank').limit(5);
      expect(await codeOfRefusal(strict.find(exact))).toBe('done');
    });
  });
}
