import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { collection } from '#lib/data/collection.ts';
import { inc } from '#lib/data/patch.ts';
import { codeOfRefusal, contractCollections, type OpenStore, Things, thingWith } from './things.ts';

/** Section 1 of the contract: single documents. */
export function documentsContract(open: OpenStore): void {
  describe('documents', () => {
    it('are returned as stored, and undefined when missing', async () => {
      const store = await open(contractCollections);

      await store.create(
        Things,
        't1',
        thingWith({ name: 'Кухоль 🫖', tags: ['a', 'b'], body: { deep: [1, { x: null }] } }),
      );

      expect((await store.get(Things, 't1'))?.data).toEqual(
        thingWith({ name: 'Кухоль 🫖', tags: ['a', 'b'], body: { deep: [1, { x: null }] } }),
      );
      expect(await store.get(Things, 't2')).toBeUndefined();
    });

    it('throw NOT_FOUND with their label when missing', async () => {
      const store = await open(contractCollections);

      await expect(store.need(Things, 't1')).rejects.toMatchObject({
        code: 'NOT_FOUND',
        status: 404,
        message: 'Thing t1 does not exist',
      });
    });

    it('cannot be created twice', async () => {
      const store = await open(contractCollections);
      await store.create(Things, 't1', thingWith({ name: 'first' }));

      await expect(store.create(Things, 't1', thingWith())).rejects.toMatchObject({ code: 'EXISTS', status: 409 });
      expect((await store.need(Things, 't1')).data.name).toBe('first');
    });

    it('are replaced whole by set', async () => {
      const store = await open(contractCollections);
      await store.set(Things, 't1', thingWith({ note: 'old' }));

      await store.set(Things, 't1', thingWith({ name: 'new' }));

      expect((await store.need(Things, 't1')).data).toEqual(thingWith({ name: 'new' }));
    });

    it('can be deleted twice', async () => {
      const store = await open(contractCollections);
      await store.create(Things, 't1', thingWith({ tags: ['a'] }));

      await store.delete(Things, 't1');
      await store.delete(Things, 't1');

      expect(await store.get(Things, 't1')).toBeUndefined();
    });

    it('are returned in the requested order, with gaps for missing ones', async () => {
      const store = await open(contractCollections);
      await store.set(Things, 'a', thingWith({ name: 'A' }));
      await store.set(Things, 'b', thingWith({ name: 'B' }));

      const rows = await store.getMany(Things, ['b', 'none', 'a', 'b']);

      expect(rows.map((row) => row?.data.name)).toEqual(['B', undefined, 'A', 'B']);
      expect(await store.getMany(Things, [])).toEqual([]);
    });

    it('get a new version with each change', async () => {
      const store = await open(contractCollections);
      const versions = [];
      for (let i = 0; i < 3; i++) {
        await store.set(Things, 't1', thingWith({ rank: i }));
        versions.push((await store.need(Things, 't1')).version);
      }

      expect(new Set(versions).size).toBe(3);
      expect((await store.need(Things, 't1')).version).toBe(versions[2]);
    });

    it('are stored and returned as copies', async () => {
      const store = await open(contractCollections);
      const document = thingWith({ tags: ['a'] });
      await store.set(Things, 't1', document);
      document.tags?.push('mine');
      (await store.need(Things, 't1')).data.tags?.push('yours');

      expect((await store.need(Things, 't1')).data.tags).toEqual(['a']);
    });

    it.each([
      ['undefined', { body: { x: undefined } }],
      ['a Date', { body: new Date(0) }],
      ['NaN', { rank: Number.NaN }],
      ['infinity', { body: Number.POSITIVE_INFINITY }],
      ['minus zero', { rank: -0 }],
      ['an array in an array', { body: [[1]] }],
      ['a bigint', { body: 1n }],
      ['a class instance', { body: new Map() }],
      ['a reserved key', { body: { __x__: 1 } }],
    ])('reject %s', async (_, patch) => {
      const store = await open(contractCollections);

      expect(await codeOfRefusal(store.set(Things, 't1', thingWith(patch)))).toBe('INVALID');
      expect(await store.get(Things, 't1')).toBeUndefined();
    });

    it('hold 20 levels and reject 21', async () => {
      const store = await open(contractCollections);
      const nested = (levels: number): unknown => (levels === 0 ? 1 : { x: nested(levels - 1) });

      await store.set(Things, 't1', thingWith({ body: nested(19) }));

      expect(await codeOfRefusal(store.set(Things, 't2', thingWith({ body: nested(20) })))).toBe('INVALID');
    });

    it('hold 900,000 bytes and reject more', async () => {
      const store = await open(contractCollections);
      await store.set(Things, 't1', thingWith({ note: 'я'.repeat(449_900) }));

      await expect(store.set(Things, 't2', thingWith({ note: 'я'.repeat(450_000) }))).rejects.toMatchObject({
        code: 'TOO_LARGE',
        status: 413,
      });
    });

    it('count eight bytes for a number, as Firestore does', async () => {
      const store = await open(contractCollections);
      const ones = (count: number) => thingWith({ body: Array.from({ length: count }, () => 1) });
      await store.set(Things, 't1', ones(110_000));

      expect(await codeOfRefusal(store.set(Things, 't2', ones(115_000)))).toBe('TOO_LARGE');
    });

    it.each(['', 'a/b', 'a.b', 'ä', '__x__', 'x'.repeat(129)])('reject the id "%s"', async (id) => {
      const store = await open(contractCollections);

      expect(await codeOfRefusal(store.set(Things, id, thingWith()))).toBe('INVALID');
      expect(await codeOfRefusal(store.get(Things, id))).toBe('INVALID');
    });

    it('reject what does not fit the schema, also in a patch', async () => {
      const store = await open(contractCollections);
      await store.set(Things, 't1', thingWith());

      expect(await codeOfRefusal(store.set(Things, 't2', thingWith({ kind: 'sofa' as 'book' })))).toBe('INVALID');
      expect(await codeOfRefusal(store.update(Things, 't1', { kind: 'sofa' as 'book' }))).toBe('INVALID');
      expect(await codeOfRefusal(store.update(Things, 't1', { sofa: 1 } as never))).toBe('INVALID');
      expect(await codeOfRefusal(store.update(Things, 't1', {}))).toBe('INVALID');
    });

    it('store text with lone surrogates replaced', async () => {
      const store = await open(contractCollections);

      await store.set(Things, 't1', thingWith({ name: 'a\ud83d', note: 'null \0 byte' }));

      expect((await store.need(Things, 't1')).data).toMatchObject({ name: 'a\ufffd', note: 'null \0 byte' });
    });

    it('reject a collection that the store was opened without', async () => {
      const store = await open(contractCollections);
      const Strangers = collection('strangers', { label: 'Stranger', schema: z.object({}), indexes: [] });

      expect(await codeOfRefusal(store.set(Strangers, 's1', {}))).toBe('INVALID');
    });

    it('of an older version are migrated before a patch, so that reading does not undo the patch', async () => {
      const Old = collection('moved', { label: 'Moved', schema: z.object({ title: z.string() }), indexes: [] });
      const New = collection('moved', {
        label: 'Moved',
        schema: z.object({ name: z.string(), size: z.number() }),
        indexes: [],
        version: 2,
        migrate: ({ title }) => ({ name: String(title), size: 0 }),
      });
      const store = await open([New]);
      await store.set(Old, 'm1', { title: 'Mug' });
      await store.set(Old, 'm2', { title: 'Cup' });

      await store.update(New, 'm1', { size: 7 });
      await store.tx(async (t) => t.update(New, 'm2', { size: inc(2) }));

      expect((await store.need(New, 'm1')).data).toEqual({ name: 'Mug', size: 7 });
      expect((await store.need(New, 'm2')).data).toEqual({ name: 'Cup', size: 2 });
    });

    it('of an older version are migrated on reading and stored migrated on the next write', async () => {
      const Old = collection('moved', { label: 'Moved', schema: z.object({ title: z.string() }), indexes: [] });
      const renamed = z.object({ name: z.string(), size: z.number() });
      const New = collection('moved', {
        label: 'Moved',
        schema: renamed,
        indexes: [],
        version: 3,
        migrate: ({ title, ...rest }, from) =>
          from < 3 ? { ...rest, name: `${String(title)} from ${from}`, size: 0 } : rest,
      });
      const store = await open([Old]);
      await store.set(Old, 'm1', { title: 'Mug' });

      expect((await store.need(New, 'm1')).data).toEqual({ name: 'Mug from 1', size: 0 });
      await store.tx(async (t) => {
        const { data } = await t.need(New, 'm1');
        t.set(New, 'm1', { ...data, size: 2 });
      });
      expect((await store.need(New, 'm1')).data).toEqual({ name: 'Mug from 1', size: 2 });
    });
  });
}
