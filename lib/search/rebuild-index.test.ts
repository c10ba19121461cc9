import { expect, it } from 'vitest';
import { testContext } from '#tests/support/context.ts';
import { type Rebuildable, rebuildSlice } from './rebuild-index.ts';
import type { SearchEntry } from './search-index.ts';

const INDEX = 'things';

const thing = (id: string): SearchEntry => ({
  id,
  ...{ terms: [{ weight: 'A', tokens: ['thing'] }], words: [], facets: [], fields: { n: 1 }, card: '' },
});

const numbered = (count: number): string[] => Array.from({ length: count }, (_, n) => `t${String(n).padStart(5, '0')}`);

/** Returns an index whose rows are a list, and records the pages read. */
function indexOf(rows: readonly string[]) {
  const pages: number[] = [];
  const of: Rebuildable = {
    index: INDEX,
    atOnce: 100,
    version: () => '1',
    async page(_, limit, after) {
      const from = after === undefined ? 0 : rows.indexOf(after) + 1;
      const ids = rows.slice(from, from + limit);
      pages.push(ids.length);
      return { ids, next: from + limit < rows.length ? (ids.at(-1) ?? null) : null };
    },
    gone: async (_, ids) => ids.filter((id) => !rows.includes(id)),
    async refresh({ search }, ids) {
      const held = ids.filter((id) => rows.includes(id));
      await search.put(INDEX, held.map(thing));
      await search.remove(
        INDEX,
        ids.filter((id) => !held.includes(id)),
      );
    },
  };
  return { of, pages };
}

async function entriesOf(ctx: Awaited<ReturnType<typeof testContext>>): Promise<string[]> {
  const ids: string[] = [];
  let after: string | undefined;
  do {
    const page = await ctx.search.walk(INDEX, 500, after);
    ids.push(...page.ids);
    after = page.next ?? undefined;
  } while (after !== undefined);
  return ids.sort();
}

it('rebuildSlice reads bounded pages and resumes an interrupted rebuild from its cursor', async () => {
  const ctx = await testContext();
  const rows = numbered(2_500);
  await ctx.search.put(INDEX, [thing('ghost')]);
  const first = indexOf(rows);

  const begun = await rebuildSlice(ctx, first.of);

  expect(begun.seen).toBe(2_000);
  expect(first.pages).toEqual(Array.from({ length: 20 }, () => 100));
  expect(await ctx.search.builtAs(INDEX)).toBeNull();
  // Another process continues with nothing but the cursor.
  const { of, pages } = indexOf(rows);
  let cursor = begun.next;
  while (cursor !== null) cursor = (await rebuildSlice(ctx, of, cursor)).next;
  expect(pages).toEqual([100, 100, 100, 100, 100]);
  expect(await entriesOf(ctx)).toEqual(rows);
  expect(await ctx.search.builtAs(INDEX)).toBe('1');
});

it('rebuildSlice walks the entries of the index without a search query', async () => {
  const ctx = await testContext();
  const search = { ...ctx.search, search: () => Promise.reject(new Error('looks at every entry')) };
  const { of } = indexOf(numbered(150));

  expect((await rebuildSlice({ ...ctx, search }, of)).next).toBeNull();
});

it('rebuildSlice restarts its walk over the entries for a cursor in the format of an earlier version', async () => {
  const ctx = await testContext();
  await ctx.search.put(INDEX, [thing('ghost')]);
  const cursor = JSON.stringify({ phase: 'entries', after: { value: 7, id: 't00001' } });

  expect((await rebuildSlice(ctx, indexOf([]).of, cursor)).next).toBeNull();

  expect(await entriesOf(ctx)).toEqual([]);
});
