import { describe, expect, it } from 'vitest';
import { processes } from '#lib/admin/processes/processes.ts';
import type { Context } from '#lib/context/context.ts';
import { EmailThreads } from '#lib/crm/collections.ts';
import { rebuildIfStale, rebuildIndex } from '#lib/search/rebuild-index.ts';
import { CATALOG } from '#lib/store/catalog/catalog-entry.ts';
import { testContext } from '#tests/support/context.ts';
import { takeMail, twoChannels } from '#tests/support/mails.ts';
import { EMAIL_INDEX, emailIndex, indexThread } from './thread-index.ts';
import { listThreads } from './threads.ts';

const ghost = { id: 'thr_ghost', terms: [], words: [], facets: [], fields: { latest: 1 }, card: '' };
const found = async (ctx: Context, q: string) => (await listThreads(ctx, { q, limit: 50 })).threads.map(({ id }) => id);
const indexed = async (ctx: Context) =>
  (await ctx.search.search(EMAIL_INDEX, { sort: { field: 'latest', direction: 'asc' }, limit: 100 })).hits.map(
    ({ id }) => id,
  );

/** Creates an inbox of three threads whose index was lost, except for one entry of a deleted thread. */
async function lostIndex() {
  const ctx = await testContext({ vars: twoChannels });
  const lamp = await takeMail(ctx, { subject: 'The lamp is broken' });
  const rug = await takeMail(ctx, { subject: 'Rug', text: 'The carpet is too small' });
  const merged = await takeMail(ctx, { subject: 'Merged', mid: 'merged@shop.test' });
  await ctx.drain();
  await ctx.data.update(EmailThreads, merged.threadId, { mergedInto: lamp.threadId });
  await ctx.search.clear(EMAIL_INDEX);
  await ctx.search.put(EMAIL_INDEX, [ghost]);
  return { ctx, lamp, rug };
}

describe('the index of the inbox', () => {
  it('is rebuilt from the store: missing threads are added, deleted and merged threads are removed', async () => {
    const { ctx, lamp, rug } = await lostIndex();
    expect(await found(ctx, 'lamp')).toEqual([]);

    await rebuildIndex(ctx, emailIndex);

    expect(await found(ctx, 'lamp')).toEqual([lamp.threadId]);
    expect(await found(ctx, 'carpet')).toEqual([rug.threadId]);
    expect((await indexed(ctx)).sort()).toEqual([lamp.threadId, rug.threadId].sort());
  });

  it('is rebuilt at a start when lost, and at no other start', async () => {
    const { ctx, lamp } = await lostIndex();

    await rebuildIfStale(ctx, emailIndex);
    expect(await found(ctx, 'lamp')).toEqual([lamp.threadId]);

    await ctx.search.remove(EMAIL_INDEX, [lamp.threadId]);
    await rebuildIfStale(ctx, emailIndex);
    expect(await found(ctx, 'lamp')).toEqual([]);
  });

  it('is rebuilt by the process search-reindex, as is the catalog index', async () => {
    const { ctx, lamp } = await lostIndex();
    const reindex = processes.find(({ id }) => id === 'search-reindex');

    let cursor: string | null = null;
    do cursor = (await reindex?.run(ctx, cursor))?.cursor ?? null;
    while (cursor !== null);

    expect(await found(ctx, 'lamp')).toEqual([lamp.threadId]);
    expect(await ctx.search.builtAs(CATALOG)).not.toBeNull();
  });

  it('contains the latest mail even when an older read is written last', async () => {
    const ctx = await testContext({ vars: twoChannels });
    const { threadId } = await takeMail(ctx, { mid: 'first@shop.test', subject: 'Lamp' });
    await ctx.drain();
    let isFirst = true;
    const slow: Context = {
      ...ctx,
      search: {
        ...ctx.search,
        // Another mail arrives and is indexed between the read and the write of this run.
        put: async (index, entries) => {
          if (isFirst) {
            isFirst = false;
            await takeMail(ctx, { inReplyTo: 'first@shop.test', text: 'It is the ceiling that fell' });
            await indexThread(ctx, threadId);
          }
          await ctx.search.put(index, entries);
        },
      },
    };

    await indexThread(slow, threadId);

    expect(await found(ctx, 'ceiling')).toEqual([threadId]);
  });
});
