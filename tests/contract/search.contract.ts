import { describe, expect, it } from 'vitest';
import type { SearchEntry, SearchIndex, SearchRequest } from '#lib/search/search-index.ts';

const INDEX = 'things';

/** Returns an entry whose title, second line and body are given as tokens. */
const entry = (id: string, a: string, rest: Partial<SearchEntry> & { b?: string; c?: string } = {}): SearchEntry => {
  const { b = '', c = '', ...given } = rest;
  const words = (text: string) => text.split(' ').filter((word) => word !== '');
  return {
    id,
    terms: [
      { weight: 'A', tokens: words(a) },
      { weight: 'B', tokens: words(b) },
      { weight: 'C', tokens: words(c) },
    ],
    words: [...words(a), ...words(b), ...words(c)],
    facets: [],
    fields: {},
    card: JSON.stringify({ id }),
    ...given,
  };
};

const newest = { field: 'at', direction: 'desc' } as const;
const ids = (hits: readonly { readonly id: string }[]): string[] => hits.map(({ id }) => id);

/** The guarantees of every search index, whatever implements it. `exact` means that its counts cover all entries. */
export function searchContract(name: string, open: () => Promise<SearchIndex>, { exact }: { readonly exact: boolean }) {
  const openWith = async (...entries: SearchEntry[]) => {
    const index = await open();
    await index.put(INDEX, entries);
    return index;
  };
  const found = async (index: SearchIndex, request: Partial<SearchRequest>) =>
    ids((await index.search(INDEX, { sort: newest, limit: 20, ...request })).hits);

  /** Returns the hits of every page of a walk, to its end. */
  async function walk(index: SearchIndex, request: Omit<SearchRequest, 'after'>, between = async () => {}) {
    const seen: string[] = [];
    let after: SearchRequest['after'];
    for (;;) {
      const page = await index.search(INDEX, { ...request, ...(after && { after }) });
      seen.push(...ids(page.hits));
      const last = page.hits.at(-1);
      if (!page.more || !last) return seen;
      after = { value: last.value, id: last.id };
      await between();
    }
  }

  describe(`search index: ${name}`, () => {
    describe('text', () => {
      it('finds entries with every term, the last as a prefix', async () => {
        const index = await openWith(
          entry('1', 'desk lamp', { fields: { at: 1 } }),
          entry('2', 'floor lamp', { fields: { at: 2 } }),
          entry('3', 'desk', { b: 'lampshade', fields: { at: 3 } }),
          entry('4', 'desk', { c: 'a clamp', fields: { at: 4 } }),
        );

        expect(await found(index, { terms: ['desk', 'lamp'] })).toEqual(['3', '1']);
        expect(await found(index, { terms: ['la'] })).toEqual(['3', '2', '1']);
        expect(await found(index, { terms: ['lam', 'desk'] })).toEqual([]);
        expect(await found(index, { terms: ['sofa'] })).toEqual([]);
      });

      it('treats every letter as a letter and nothing as an operator', async () => {
        const index = await openWith(entry('1', 'настільна лампа'), entry('2', 'or not near'), entry('3', 'ქართული'));

        expect(await found(index, { terms: ['лам'] })).toEqual(['1']);
        expect(await found(index, { terms: ['or', 'not', 'near'] })).toEqual(['2']);
        expect(await found(index, { terms: ['ქართ'] })).toEqual(['3']);
        expect(await found(index, { terms: ['"', '*'] })).toEqual([]);
      });

      it('ranks title first, whole words before prefixes, shorter titles before longer ones', async () => {
        const index = await openWith(
          entry('body', 'chair', { c: 'lamp' }),
          entry('second', 'chair', { b: 'lamp' }),
          entry('long', 'big red desk lamp'),
          entry('begun', 'lampshade'),
          entry('short', 'lamp'),
        );

        expect(await found(index, { terms: ['lamp'], sort: 'relevance' })).toEqual([
          'short',
          'long',
          'begun',
          'second',
          'body',
        ]);
      });

      it('repeats no entry and skips no unchanged one while paging by relevance during additions', async () => {
        const index = await openWith(
          ...Array.from({ length: 9 }, (_, i) => entry(`m${i}`, `lamp ${'x '.repeat(i % 3)}`)),
        );
        let n = 0;

        const seen = await walk(index, { terms: ['lamp'], sort: 'relevance', limit: 2 }, async () => {
          await index.put(INDEX, [entry(`n${n++}`, 'lamp of all lamps', { b: 'lamp', c: 'lamp' })]);
        });

        const there = seen.filter((id) => id.startsWith('m'));
        expect(there.toSorted()).toEqual(Array.from({ length: 9 }, (_, i) => `m${i}`));
        expect(new Set(seen).size).toBe(seen.length);
      });
    });

    describe('filters', () => {
      const shelf = () =>
        openWith(
          entry('1', 'red mug', { facets: ['category:a', 'stock:yes'], fields: { at: 1, price: 100 } }),
          entry('2', 'blue mug', { facets: ['category:a', 'category:b', 'stock:no'], fields: { at: 2, price: 200 } }),
          entry('3', 'red plate', { facets: ['category:b', 'stock:yes'], fields: { at: 3, price: 300 } }),
          entry('4', 'free plate', { facets: ['category:c', 'stock:yes'], fields: { at: 4, price: null } }),
        );

      it('require one facet of each group', async () => {
        const index = await shelf();

        expect(await found(index, { facets: [['category:a', 'category:c']] })).toEqual(['4', '2', '1']);
        expect(await found(index, { facets: [['category:a', 'category:b'], ['stock:yes']] })).toEqual(['3', '1']);
        expect(await found(index, { facets: [['category:z']] })).toEqual([]);
        expect(await found(index, { facets: [[]] })).toEqual([]);
      });

      it('by range include both ends and exclude null', async () => {
        const index = await shelf();

        expect(await found(index, { ranges: [{ field: 'price', min: 100, max: 200 }] })).toEqual(['2', '1']);
        expect(await found(index, { ranges: [{ field: 'price', max: 99 }] })).toEqual([]);
        expect(await found(index, { ranges: [{ field: 'price', min: 201 }] })).toEqual(['3']);
      });

      it('by id omit unknown ids', async () => {
        const index = await shelf();

        expect(await found(index, { ids: ['3', '1', 'nobody'] })).toEqual(['3', '1']);
        expect(await found(index, { ids: [] })).toEqual([]);
        expect(await found(index, { ids: ['3', '1'], facets: [['category:a']] })).toEqual(['1']);
      });

      it('by text, facets and ranges combine', async () => {
        const index = await shelf();
        const filter = { facets: [['stock:yes']], ranges: [{ field: 'price', min: 1, max: 250 }] };

        expect(await found(index, { terms: ['red'], ...filter })).toEqual(['1']);
      });

      it('limit the counts: totals, facets by prefix, ends of ranges', async () => {
        const index = await shelf();

        const counted = await index.facets(
          INDEX,
          { facets: [['stock:yes']] },
          { prefixes: ['category:'], ranges: ['price'] },
        );

        expect(counted).toEqual({
          exact,
          total: 3,
          counts: { 'category:a': 1, 'category:b': 1, 'category:c': 1 },
          ranges: { price: { min: 100, max: 300 } },
        });
      });

      it('without a match count zero', async () => {
        const index = await shelf();

        const counted = await index.facets(INDEX, { terms: ['sofa'] }, { prefixes: ['stock:'], ranges: ['price'] });

        expect(counted).toMatchObject({ total: 0, counts: {}, ranges: { price: { min: null, max: null } } });
      });
    });

    describe('order', () => {
      it('sorts numbers and texts both ways, null first ascending and last descending, ties by id', async () => {
        const index = await openWith(
          entry('b', 'x', { fields: { n: 2, t: 'ель' } }),
          entry('a', 'x', { fields: { n: 2, t: '😀' } }),
          entry('c', 'x', { fields: { n: -1, t: 'ельник' } }),
          entry('d', 'x', { fields: { n: null, t: null } }),
          entry('e', 'x', { fields: { n: 10, t: '\uFFFD' } }),
        );
        const by = (field: string, direction: 'asc' | 'desc') => found(index, { sort: { field, direction } });

        expect(await by('n', 'asc')).toEqual(['d', 'c', 'a', 'b', 'e']);
        expect(await by('n', 'desc')).toEqual(['e', 'a', 'b', 'c', 'd']);
        expect(await by('t', 'asc')).toEqual(['d', 'b', 'c', 'e', 'a']);
        expect(await by('t', 'desc')).toEqual(['a', 'e', 'c', 'b', 'd']);
      });

      it.each([
        ['n', 'asc'],
        ['n', 'desc'],
        ['t', 'asc'],
        ['t', 'desc'],
      ] as const)('returns each entry once on pages by %s %s, over ties and nulls', async (field, direction) => {
        const values = [null, 1, 1, 1, 2, 3, 3, null, 5, 5, 5, 5];
        const index = await openWith(
          ...values.map((n, i) => entry(`e${i}`, 'x', { fields: { n, t: n === null ? null : `same${n}` } })),
        );

        const whole = await walk(index, { sort: { field, direction }, limit: 20 });
        const paged = await walk(index, { sort: { field, direction }, limit: 3 });

        expect(paged).toEqual(whole);
        expect(new Set(paged).size).toBe(values.length);
      });

      it('continues after the values of a removed entry', async () => {
        const index = await openWith(...[1, 2, 3, 4].map((n) => entry(`e${n}`, 'x', { fields: { n } })));
        await index.remove(INDEX, ['e2']);

        const page = await index.search(INDEX, {
          sort: { field: 'n', direction: 'asc' },
          limit: 20,
          after: { value: 2, id: 'e2' },
        });

        expect(ids(page.hits)).toEqual(['e3', 'e4']);
        expect(page.more).toBe(false);
      });

      it('reports whether more entries follow', async () => {
        const index = await openWith(...[1, 2, 3].map((n) => entry(`e${n}`, 'x', { fields: { at: n } })));

        expect((await index.search(INDEX, { sort: newest, limit: 2 })).more).toBe(true);
        expect((await index.search(INDEX, { sort: newest, limit: 3 })).more).toBe(false);
      });
    });

    describe('changes', () => {
      it('return the fields and card of each hit as last stored', async () => {
        const index = await openWith(entry('1', 'mug', { fields: { at: 1, price: 5 }, card: 'first' }));
        await index.put(INDEX, [entry('1', 'cup', { fields: { at: 2, price: 6 }, card: 'second' })]);

        const { hits } = await index.search(INDEX, { sort: newest, limit: 5 });

        expect(hits).toEqual([{ id: '1', value: 2, fields: { at: 2, price: 6 }, card: 'second' }]);
        expect(await found(index, { terms: ['mug'] })).toEqual([]);
        expect(await found(index, { terms: ['cup'] })).toEqual(['1']);
      });

      it('by patch replace facets of a prefix and single fields, and keep the rest', async () => {
        const index = await openWith(
          entry('1', 'mug', { facets: ['stock:yes', 'category:a'], fields: { at: 1, left: 3 } }),
        );
        await index.patch(INDEX, [
          { id: '1', facets: { 'stock:': ['stock:no'] }, fields: { left: 0 } },
          { id: 'nobody', fields: { left: 9 } },
        ]);

        expect(await found(index, { facets: [['stock:no'], ['category:a']], terms: ['mug'] })).toEqual(['1']);
        expect(await found(index, { facets: [['stock:yes']] })).toEqual([]);
        const { hits } = await index.search(INDEX, { sort: newest, limit: 5 });
        expect(hits.map(({ fields }) => fields)).toEqual([{ at: 1, left: 0 }]);
      });

      it('remove an entry from every lookup, and can add it again', async () => {
        const mug = entry('1', 'mug', { facets: ['category:a'], fields: { at: 1 } });
        const index = await openWith(mug);
        await index.remove(INDEX, ['1', 'nobody']);

        expect(await found(index, {})).toEqual([]);
        expect(await found(index, { terms: ['mug'] })).toEqual([]);
        expect(await found(index, { ids: ['1'] })).toEqual([]);
        expect((await index.facets(INDEX, {}, { prefixes: ['category:'], ranges: [] })).counts).toEqual({});

        await index.put(INDEX, [mug]);
        expect(await found(index, { terms: ['mug'], facets: [['category:a']] })).toEqual(['1']);
      });

      it('do not disturb a walk, which visits each remaining entry once', async () => {
        const index = await openWith(
          ...['1', '2', '3', '4', '5'].map((id) => entry(id, 'lamp', { fields: { at: 1 } })),
        );
        await index.put('others', [entry('6', 'lamp')]);
        await index.remove(INDEX, ['3']);
        const seen: string[] = [];

        let page = await index.walk(INDEX, 2);
        while (page.next !== null) {
          expect(page.ids.length).toBeLessThanOrEqual(2);
          seen.push(...page.ids);
          await index.remove(INDEX, seen.slice(0, 1));
          page = await index.walk(INDEX, 2, page.next);
        }

        expect([...seen, ...page.ids].sort()).toEqual(['1', '2', '4', '5']);
        expect((await index.walk('nothing', 2)).ids).toEqual([]);
      });

      it('change the revision, and a patch without effect does not', async () => {
        const mug = entry('1', 'mug', { facets: ['stock:yes'], fields: { left: 3 } });
        const index = await openWith(mug);
        const revisions = [await index.revision(INDEX)];
        const noted = async (change: Promise<void>) => {
          await change;
          revisions.push(await index.revision(INDEX));
        };

        await noted(index.patch(INDEX, [{ id: '1', fields: { left: 2 } }]));
        await noted(index.put(INDEX, [entry('2', 'cup')]));
        await noted(index.remove(INDEX, ['2']));
        await noted(index.clear(INDEX));
        await noted(index.put(INDEX, [mug]));
        expect(new Set(revisions).size).toBe(revisions.length);

        await noted(index.patch(INDEX, [{ id: '1', facets: { 'stock:': ['stock:yes'] }, fields: { left: 3 } }]));
        expect(revisions.at(-1)).toBe(revisions.at(-2));
      });

      it('keep the build version until the index is cleared', async () => {
        const index = await open();
        expect(await index.builtAs(INDEX)).toBeNull();

        await index.markBuilt(INDEX, 'v1 UAH,EUR');
        expect(await index.builtAs(INDEX)).toBe('v1 UAH,EUR');

        await index.clear(INDEX);
        expect(await index.builtAs(INDEX)).toBeNull();
      });

      it('affect one index only', async () => {
        const index = await openWith(entry('1', 'mug'));
        await index.put('people', [entry('1', 'ann')]);
        await index.clear('people');

        expect(await found(index, { terms: ['mug'] })).toEqual(['1']);
      });
    });

    describe('suggestions', () => {
      it('offer known words within typing distance: the word itself, then closest, then most common', async () => {
        const index = await openWith(
          entry('1', 'lamp lump'),
          entry('2', 'lump'),
          entry('3', 'keyboard'),
          entry('4', 'mug лампа'),
        );

        expect(await index.suggest(INDEX, 'lamp', 5)).toEqual(['lamp', 'lump']);
        expect(await index.suggest(INDEX, 'lomp', 5)).toEqual(['lump', 'lamp']);
        expect(await index.suggest(INDEX, 'kyeboord', 5)).toEqual(['keyboard']);
        expect(await index.suggest(INDEX, 'лапма', 5)).toEqual(['лампа']);
        expect(await index.suggest(INDEX, 'mag', 5)).toEqual([]);
        expect(await index.suggest(INDEX, 'lomp', 1)).toEqual(['lump']);
      });

      it('omit words that no entry holds any more', async () => {
        const index = await openWith(entry('1', 'lamp'));
        await index.remove(INDEX, ['1']);

        expect(await index.suggest(INDEX, 'lomp', 5)).toEqual([]);
      });
    });
  });
}
