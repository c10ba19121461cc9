import { describe, expect, it } from 'vitest';
import { from } from '#lib/data/query.ts';
import {
  codeOfRefusal,
  contractCollections,
  found,
  idsOf,
  type OpenStore,
  putThings,
  type Thing,
  Things,
  things,
  walked,
} from './things.ts';

// By UTF-8 bytes the emoji (U+1FAD6) comes after U+FFFD; by UTF-16 units it would come before.
const NAMES_IN_ORDER = ['', 'A', 'Z', 'a', 'ab', 'e\u0301', 'z', 'é', 'я', '\ufffd', '🫖'];

/** Section 5 of the contract. */
export function queriesContract(open: OpenStore): void {
  describe('queries', () => {
    it('compare by every operator', async () => {
      const store = await open(contractCollections);
      await putThings(store, {
        a: { rank: 1, kind: 'book', tags: ['x'] },
        b: { rank: 2, kind: 'mug', tags: ['x', 'y'] },
        c: { rank: 3, kind: 'book', tags: ['z'] },
      });
      const byRank = () => things().orderBy('rank').limit(9);

      expect(await found(store, things().where('rank', '==', 2).limit(9))).toEqual(['b']);
      expect(await found(store, things().where('kind', '==', 'book').orderBy('rank').limit(9))).toEqual(['a', 'c']);
      expect(await found(store, things().where('kind', 'in', ['mug', 'lamp']).orderBy('rank').limit(9))).toEqual(['b']);
      expect(await found(store, byRank().where('rank', '<', 2))).toEqual(['a']);
      expect(await found(store, byRank().where('rank', '<=', 2))).toEqual(['a', 'b']);
      expect(await found(store, byRank().where('rank', '>', 2))).toEqual(['c']);
      expect(await found(store, byRank().where('rank', '>=', 2))).toEqual(['b', 'c']);
      expect(await found(store, byRank().where('rank', '>', 1).where('rank', '<', 3))).toEqual(['b']);
      expect(await found(store, byRank().where('tags', 'has', 'x'))).toEqual(['a', 'b']);
      expect(await found(store, byRank().where('tags', 'hasAny', ['y', 'z', 'x']))).toEqual(['a', 'b', 'c']);
      expect(await found(store, byRank().where('tags', 'has', 'x').where('kind', '==', 'mug'))).toEqual(['b']);
    });

    it('distinguish numbers, booleans, texts and null', async () => {
      const store = await open(contractCollections);
      const flags: Record<string, Thing['flag']> = {
        yes: true,
        no: false,
        one: 1,
        zero: 0,
        least: -1e15,
        text: '1',
        empty: '',
        none: null,
      };
      await putThings(store, Object.fromEntries(Object.entries(flags).map(([id, flag]) => [id, { flag }])));
      const flagged = () => things().limit(9);

      for (const [id, flag] of Object.entries(flags)) {
        expect(await found(store, flagged().where('flag', '==', flag))).toEqual([id]);
      }
      expect(await found(store, flagged().where('flag', 'in', [1, true]))).toEqual(['one', 'yes']);
      expect(await found(store, flagged().orderBy('flag'))).toEqual([
        'none',
        'no',
        'yes',
        'least',
        'zero',
        'one',
        'empty',
        'text',
      ]);
      expect(await found(store, flagged().where('flag', '>', 0))).toEqual(['one']);
      expect(await found(store, flagged().where('flag', '<', 1))).toEqual(['least', 'zero']);
      expect(await found(store, flagged().where('flag', '<', 'a'))).toEqual(['empty', 'text']);
      expect(await found(store, flagged().where('flag', '>', false))).toEqual(['yes']);
      expect(await found(store, flagged().where('flag', '<', true))).toEqual(['no']);
    });

    it('sort nulls first ascending, last descending, and exclude them from ranges', async () => {
      const store = await open(contractCollections);
      await putThings(store, { a: { rank: null }, b: { rank: -5 }, c: { rank: null }, d: { rank: 0 } });

      expect(await found(store, things().orderBy('rank').limit(9))).toEqual(['a', 'c', 'b', 'd']);
      expect(await found(store, things().orderBy('rank', 'desc').limit(9))).toEqual(['d', 'b', 'c', 'a']);
      expect(await found(store, things().where('rank', '==', null).limit(9))).toEqual(['a', 'c']);
      expect(await found(store, things().where('rank', '<', 100).limit(9))).toEqual(['b', 'd']);
    });

    it('sort texts by their UTF-8 bytes', async () => {
      const store = await open(contractCollections);
      await putThings(store, Object.fromEntries([...NAMES_IN_ORDER].reverse().map((name, i) => [`t${i}`, { name }])));

      const { rows } = await store.find(things().orderBy('name').limit(50));

      expect(rows.map(({ data }) => data.name)).toEqual(NAMES_IN_ORDER);
      const after = await store.find(things().where('name', '>', 'я').orderBy('name').limit(50));
      expect(after.rows.map(({ data }) => data.name)).toEqual(['\ufffd', '🫖']);
    });

    it('break ties by id, in the direction of the last sort field', async () => {
      const store = await open(contractCollections);
      await putThings(store, { b: { rank: 1 }, a: { rank: 1 }, B: { rank: 1 }, c: { rank: 0 } });

      expect(await found(store, things().orderBy('rank').limit(9))).toEqual(['c', 'B', 'a', 'b']);
      expect(await found(store, things().orderBy('rank', 'desc').limit(9))).toEqual(['b', 'a', 'B', 'c']);
      expect(await found(store, things().limit(9))).toEqual(['B', 'a', 'b', 'c']);
    });

    it('sort by several fields in several directions', async () => {
      const store = await open(contractCollections);
      await putThings(store, {
        a: { rank: 1, name: 'x' },
        b: { rank: 1, name: 'y' },
        c: { rank: 2, name: 'x' },
        d: { rank: null, name: 'w' },
      });

      expect(
        await found(store, things().where('kind', '==', 'book').orderBy('rank').orderBy('name', 'desc').limit(9)),
      ).toEqual(['d', 'b', 'a', 'c']);
      expect(await found(store, things().orderBy('rank', 'desc').orderBy('name').limit(9))).toEqual([
        'c',
        'a',
        'b',
        'd',
      ]);
    });

    it('return each document once for hasAny and in, within the limit', async () => {
      const store = await open(contractCollections);
      await putThings(store, {
        a: { rank: 1, tags: ['x', 'y'] },
        b: { rank: 0, tags: ['y'] },
        c: { rank: 2, tags: ['x'] },
      });

      const query = things().where('tags', 'hasAny', ['x', 'y']).orderBy('rank');

      expect(await found(store, query.limit(9))).toEqual(['b', 'a', 'c']);
      expect(await found(store, query.limit(2))).toEqual(['b', 'a']);
      expect(await walked(store, query.limit(1))).toEqual(['b', 'a', 'c']);
      expect(await found(store, things().where('kind', 'in', []).orderBy('rank').limit(9))).toEqual([]);
    });

    it('accept 30 values and reject 31', async () => {
      const store = await open(contractCollections);
      const names = (count: number) => Array.from({ length: count }, (_, i) => `n${i}`);
      await putThings(store, { a: { name: 'n29' } });

      expect(await found(store, things().where('name', 'in', names(30)).limit(9))).toEqual(['a']);
      expect(await codeOfRefusal(store.find(things().where('name', 'in', names(31)).limit(9)))).toBe('INVALID');
      expect(await codeOfRefusal(store.find(things().where('tags', 'hasAny', names(31)).limit(9)))).toBe('INVALID');
    });

    it.each([
      ['no limit', things().orderBy('rank')],
      ['a limit over 500', things().limit(501)],
      ['a limit of 0', things().limit(0)],
      ['two array filters', things().where('tags', 'has', 'a').where('tags', 'has', 'b').limit(1)],
      ['ranges on two fields', things().where('rank', '>', 1).where('name', '>', 'a').limit(1)],
      ['a range that is not the first sort field', things().where('rank', '>', 1).orderBy('name').limit(1)],
      ['one field compared twice', things().where('kind', '==', 'mug').where('kind', '==', 'book').limit(1)],
      ['a sort by a field that is fixed', things().where('kind', '==', 'mug').orderBy('kind').limit(1)],
      ['null in a list', things().where('rank', 'in', [1, null]).limit(1)],
      ['a range from null', things().where('rank', '>', null).limit(1)],
    ])('reject %s', async (_, query) => {
      const store = await open(contractCollections);

      expect(await codeOfRefusal(store.find(query))).toBe('INVALID');
    });

    it('return each document once over the pages of every order, nulls and ties included', async () => {
      const store = await open(contractCollections);
      const ranks = [null, 1, null, 2, 1, 1, 2, null, 0, -1, 1e15, null];
      await putThings(
        store,
        Object.fromEntries(
          ranks.map((rank, i) => [`t${i}`, { rank, name: `n${i % 2}`, tags: i % 3 === 0 ? ['p'] : ['p', 'q'] }]),
        ),
      );
      const queries = [
        things(),
        things().orderBy('rank'),
        things().orderBy('rank', 'desc'),
        things().where('rank', '<=', 1).orderBy('rank', 'desc'),
        things().where('kind', '==', 'book').orderBy('rank').orderBy('name', 'desc'),
        things().orderBy('rank', 'desc').orderBy('name'),
        things().where('kind', 'in', ['book', 'mug']).orderBy('rank', 'desc'),
        things().where('tags', 'has', 'q').orderBy('rank'),
        things().where('tags', 'hasAny', ['p', 'q']).orderBy('rank'),
      ];

      for (const query of queries) {
        const whole = await found(store, query.limit(500));
        for (const size of [1, 2, 5]) expect(await walked(store, query.limit(size))).toEqual(whole);
      }
    });

    it('report whether another page follows', async () => {
      const store = await open(contractCollections);
      await putThings(store, { a: { rank: 1 }, b: { rank: 2 } });

      const [exact, short] = await Promise.all([
        store.find(things().orderBy('rank').limit(2)),
        store.find(things().orderBy('rank').limit(1)),
      ]);

      expect(exact.next).toBeNull();
      expect(short.next).toMatch(/^[A-Za-z0-9_-]+$/);
    });

    it('continue from a cursor whose document is gone, past documents before it', async () => {
      const store = await open(contractCollections);
      await putThings(store, { a: { rank: 1 }, b: { rank: 2 }, c: { rank: 3 } });
      const { next } = await store.find(things().orderBy('rank').limit(2));

      await store.delete(Things, 'b');
      await putThings(store, { z: { rank: 0 } });

      expect(
        await found(
          store,
          things()
            .orderBy('rank')
            .limit(9)
            .after(next ?? undefined),
        ),
      ).toEqual(['c']);
    });

    it('reject a cursor of another query with a ValidationError', async () => {
      const store = await open(contractCollections);
      await putThings(store, { a: { rank: 1 }, b: { rank: 2 } });
      const { next } = await store.find(things().orderBy('rank').limit(1));

      for (const cursor of [next ?? '', 'rubbish', '', Buffer.from('[1,{}]').toString('base64url')]) {
        await expect(store.find(things().orderBy('name').limit(1).after(cursor))).rejects.toMatchObject({
          name: 'ValidationError',
          status: 400,
        });
      }
    });

    it('count and sum matches over all pages', async () => {
      const store = await open(contractCollections);
      await putThings(store, {
        a: { rank: 1.5, tags: ['x', 'y'] },
        b: { rank: 2, kind: 'mug', tags: ['x'] },
        c: { rank: null, tags: ['y'] },
        d: { rank: -4 },
      });

      expect(await store.count(from(Things))).toBe(4);
      expect(await store.count(things().where('kind', '==', 'book'))).toBe(3);
      expect(await store.count(things().where('kind', 'in', ['book', 'mug']))).toBe(4);
      expect(await store.count(things().where('tags', 'hasAny', ['x', 'y']))).toBe(3);
      expect(await store.count(things().where('rank', '>', 0))).toBe(2);
      expect(await store.count(from(Things).limit(3))).toBe(3);
      expect(await store.count(things().where('kind', 'in', []))).toBe(0);
      expect(await store.sum(from(Things), 'rank')).toBe(-0.5);
      expect(await store.sum(things().where('kind', '==', 'mug'), 'rank')).toBe(2);
      expect(await store.sum(things().where('kind', '==', 'lamp'), 'rank')).toBe(0);
      expect(await codeOfRefusal(store.count(things().after('x')))).not.toBe('done');
    });

    it('follow changes of indexed fields', async () => {
      const store = await open(contractCollections);
      await putThings(store, { a: { rank: 1, tags: ['x'] } });

      await store.update(Things, 'a', { rank: 9, tags: ['y'] });

      expect(await found(store, things().where('rank', '==', 1).limit(9))).toEqual([]);
      expect(await found(store, things().where('rank', '==', 9).limit(9))).toEqual(['a']);
      expect(await found(store, things().where('tags', 'has', 'x').limit(9))).toEqual([]);
      expect(idsOf((await store.find(things().where('tags', 'has', 'y').limit(9))).rows)).toEqual(['a']);
    });
  });
}
