import { describe, expect, it } from 'vitest';
import { EmailThreads } from '#lib/crm/collections.ts';
import type { Store } from '#lib/data/store.ts';
import { testContext } from '#tests/support/context.ts';
import { takeMail, twoChannels } from '#tests/support/mails.ts';
import { searchThreads } from './search-threads.ts';

/**
 * Creates an inbox of twelve threads that share one word. Every third thread is resolved. `reads` counts the threads
 * read.
 */
async function filled() {
  const ctx = await testContext({ vars: twoChannels });
  const ids: string[] = [];
  for (let n = 0; n < 12; n++) ids.push((await takeMail(ctx, { subject: `Kettle ${n}` })).threadId);
  await ctx.drain();
  for (const id of ids.filter((_, n) => n % 3 === 0)) await ctx.data.update(EmailThreads, id, { status: 'resolved' });
  const reads = { threads: 0 };
  const getMany: Store['getMany'] = (collection, wanted) => {
    if (collection.name === EmailThreads.name) reads.threads += wanted.length;
    return ctx.data.getMany(collection, wanted);
  };
  return { ctx: { ...ctx, data: { ...ctx.data, getMany } }, reads };
}

describe('searchThreads', () => {
  it('reads no more threads than the page shows', async () => {
    const { ctx, reads } = await filled();

    const page = await searchThreads(ctx, {}, { q: 'kettle', limit: 5 });

    expect(page.rows).toHaveLength(5);
    expect(reads.threads).toBe(5);
  });

  it('fills each page with the threads of one status and skips none between pages', async () => {
    const { ctx } = await filled();

    const first = await searchThreads(ctx, { status: 'resolved' }, { q: 'kettle', limit: 3 });
    const second = await searchThreads(
      ctx,
      { status: 'resolved' },
      { q: 'kettle', limit: 3, cursor: first.next ?? undefined },
    );

    expect([first.rows.length, second.rows.length, second.next]).toEqual([3, 1, null]);
    expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(4);
  });
});
