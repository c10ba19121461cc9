import { spawnSync } from 'node:child_process';
import { describe, expect, it, vi } from 'vitest';
import { after, MINUTE_MS } from '#lib/core/time.ts';
import { type LeaseHolder, thisProcess } from '#lib/data/lease-holder.ts';
import { Locks, withLease } from '#lib/data/locks.ts';
import { appliedButRepeated } from '#tests/support/applied-but-repeated.ts';
import { testContext } from '#tests/support/context.ts';
import { PATIENCE } from '#tests/support/patience.ts';

const leaseMs = MINUTE_MS;
/** Returns the id of a process that has ended. */
const endedPid = (): number => spawnSync(process.execPath, ['--version']).pid;
/** Returns a promise that the test resolves. */
const gate = () => Promise.withResolvers<void>();

describe('withLease', () => {
  it('runs one of several simultaneous callers and reports to the others that the lease is held', async () => {
    const ctx = await testContext();
    const { promise: open, resolve } = gate();
    let inside = 0;
    const runs = [1, 2, 3].map(() =>
      withLease(ctx, 'poll', { leaseMs }, async () => {
        inside += 1;
        await open;
      }),
    );
    const settled = Promise.all(runs);
    await vi.waitFor(() => expect(inside).toBe(1), PATIENCE);
    resolve();

    expect((await settled).filter((run) => run.held)).toHaveLength(1);
    expect(inside).toBe(1);
  });

  it('holds a lease whose first commit was applied but repeated', async () => {
    const ctx = await testContext();
    const repeating = { ...ctx, data: appliedButRepeated(ctx.data) };

    expect(await withLease(repeating, 'poll', { leaseMs }, async ({ fence }) => fence)).toEqual({
      held: true,
      value: 1,
    });
  });

  it('releases the lease, also when the work fails', async () => {
    const ctx = await testContext();

    await expect(withLease(ctx, 'poll', { leaseMs }, async () => Promise.reject(new Error('no')))).rejects.toThrow(
      'no',
    );

    expect(await withLease(ctx, 'poll', { leaseMs }, async (lease) => lease.fence)).toEqual({ held: true, value: 2 });
  });

  it('takes over an abandoned lease one minute after its expiry', async () => {
    const ctx = await testContext();
    const { promise: never } = gate();
    void withLease(ctx, 'poll', { leaseMs }, async () => never);
    await vi.waitFor(async () => expect(await ctx.data.get(Locks, 'poll')).toBeDefined(), PATIENCE);
    const taken = () => withLease(ctx, 'poll', { leaseMs }, async () => 'mine');

    ctx.clock.advance(leaseMs + MINUTE_MS - 1);
    expect(await taken()).toEqual({ held: false });
    ctx.clock.advance(1);

    expect(await taken()).toEqual({ held: true, value: 'mine' });
  });

  it.each([
    ['a killed process of this machine', (own: LeaseHolder) => ({ ...own, pid: endedPid() }), true],
    ['a process whose ID a later process has', (own: LeaseHolder) => ({ ...own, startedAt: '1' }), true],
    ['a process of another machine', (own: LeaseHolder) => ({ ...own, host: 'elsewhere', pid: endedPid() }), false],
    ['a running process', (own: LeaseHolder) => own, false],
  ])('takes over a lease before its expiry only when its holder is gone: %s', async (_, holderOf, isFree) => {
    const ctx = await testContext();
    const own = thisProcess();
    if (own === null) throw new Error('this machine cannot be told from others');
    const until = after(ctx.now(), leaseMs);
    await ctx.data.create(Locks, 'poll', { owner: 'run_killed', holder: holderOf(own), until, fence: 7 });

    const taken = await withLease(ctx, 'poll', { leaseMs }, async ({ fence }) => fence);

    expect(taken).toEqual(isFree ? { held: true, value: 8 } : { held: false });
  });

  it('rejects the writes of a paused holder once another holder has taken over', async () => {
    const ctx = await testContext();
    const { promise: awake, resolve: wake } = gate();
    const write = (t: Parameters<Parameters<typeof ctx.data.tx>[0]>[0]) =>
      t.set(Locks, 'written-by-sleeper', { owner: null, holder: null, until: null, fence: 1 });
    const sleeper = withLease(ctx, 'poll', { leaseMs }, async (lease) => {
      await awake;
      await ctx.data.tx(async (t) => {
        await lease.assertHeld(t);
        write(t);
      });
    });
    await vi.waitFor(async () => expect(await ctx.data.get(Locks, 'poll')).toBeDefined(), PATIENCE);
    ctx.clock.advance(leaseMs + MINUTE_MS);

    const next = await withLease(ctx, 'poll', { leaseMs }, async (lease) => {
      wake();
      await expect(sleeper).rejects.toMatchObject({ code: 'LEASE_LOST' });
      await ctx.data.tx((t) => lease.assertHeld(t));
      return lease.fence;
    });

    expect(next).toEqual({ held: true, value: 2 });
    expect(await ctx.data.get(Locks, 'written-by-sleeper')).toBeUndefined();
  });

  it('renews the lease while the work runs', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const ctx = await testContext();
      await withLease(ctx, 'poll', { leaseMs }, async () => {
        ctx.clock.advance(30_000);
        vi.advanceTimersByTime(20_000);
        await vi.waitFor(
          async () =>
            expect((await ctx.data.need(Locks, 'poll')).data.until).toBe(
              new Date(ctx.now().getTime() + leaseMs).toISOString(),
            ),
          PATIENCE,
        );
      });
    } finally {
      vi.useRealTimers();
    }
  });
});
