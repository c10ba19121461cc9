import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#lib/core/time.ts';
import { testContext } from '#tests/support/context.ts';
import { takeMail, twoChannels } from '#tests/support/mails.ts';
import { everyRow } from '#tests/support/world.ts';
import { EmailNotices } from './collections.ts';
import { listNotices } from './notices.ts';
import { promiseNotice } from './topics.ts';

const open = () => testContext({ vars: twoChannels });

describe('what admins are told of', () => {
  it('is one notice for the new threads of a channel within five minutes, with their number', async () => {
    const ctx = await open();
    ctx.clock.set('2026-03-02T10:01:00.000Z');
    await takeMail(ctx);
    await takeMail(ctx, { from: 'bob@shop.test' });
    await takeMail(ctx, { headers: ['Auto-Submitted: auto-replied'] });
    await takeMail(ctx, {}, { channelId: 'sales' });
    await ctx.drain();
    expect(await listNotices(ctx, 10)).toEqual([]);

    ctx.clock.advance(5 * MINUTE_MS);
    await ctx.drain();

    const told = (await listNotices(ctx, 10)).map(({ kind, channelId, count }) => ({ kind, channelId, count }));
    expect(told).toHaveLength(2);
    expect(told).toContainEqual({ kind: 'new_threads', channelId: 'help', count: 2 });
    expect(told).toContainEqual({ kind: 'new_threads', channelId: 'sales', count: 1 });
  });

  it('is told once for each cause, however often it is found, and goes by itself after ninety days', async () => {
    const ctx = await open();
    const about = { kind: 'send_unknown', channelId: 'help', subjectId: 'drf_1' } as const;
    for (let n = 0; n < 5; n++) {
      await ctx.data.batch((write) => promiseNotice(write, about, ctx.now()));
      await ctx.drain();
      ctx.clock.advance(MINUTE_MS);
    }
    expect(await listNotices(ctx, 10)).toHaveLength(1);

    ctx.clock.advance(91 * DAY_MS);

    expect(await listNotices(ctx, 10)).toEqual([]);
    expect(await everyRow(ctx.data, EmailNotices)).toEqual([]);
  });
});
