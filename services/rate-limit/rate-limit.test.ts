import { describe, expect, it } from 'vitest';
import type { RateLimiter } from '#lib/context/ports/limits.ts';
import { MINUTE_MS, SECOND_MS } from '#lib/core/time.ts';
import { openMemoryLimiter } from '#services/rate-limit/memory.ts';
import { openSharedLimiter } from '#services/rate-limit/shared.ts';
import { openClock, type TestClock } from '#tests/support/clock.ts';
import { testContext } from '#tests/support/context.ts';

type World = { readonly clock: TestClock; readonly limiters: readonly RateLimiter[] };

/** One process that counts in memory, or two processes that share a store. */
const worlds: Record<string, () => Promise<World>> = {
  memory: async () => {
    const clock = openClock();
    return { clock, limiters: [openMemoryLimiter(clock.now)] };
  },
  shared: async () => {
    const ctx = await testContext();
    return { clock: ctx.clock, limiters: [openSharedLimiter(ctx), openSharedLimiter(ctx)] };
  },
};

const passed = async (limiter: RateLimiter, calls: number, limit = 100, windowSeconds = 60): Promise<number> => {
  let count = 0;
  for (let call = 0; call < calls; call++)
    if ((await limiter.spend('user:1', limit, windowSeconds)).allowed) count += 1;
  return count;
};

describe.each(Object.entries(worlds))('the rate limiter in %s', (_, open) => {
  it('S59 refuses the 101st call in any 60 s window', async () => {
    const { clock, limiters } = await open();
    const moments: number[] = [];

    for (let step = 0; step < 300; step++) {
      const limiter = limiters[step % limiters.length] as RateLimiter;
      for (let call = 0; call < 3; call++)
        if ((await limiter.spend('user:1', 100, 60)).allowed) moments.push(clock.now().getTime());
      clock.advance(step % 2 === 0 ? 137 : 1_911);
    }

    const most = Math.max(...moments.map((from) => moments.filter((at) => at >= from && at < from + MINUTE_MS).length));
    expect(most).toBeLessThanOrEqual(100);
    // Five minutes have passed. A limiter that rejected nearly every call would keep the limit as well, so the total is
    // checked too.
    expect(moments.length).toBeGreaterThan(300);
  });

  it('S60 allows exactly the limit when all processes are called at once', async () => {
    const { limiters } = await open();

    const calls = Array.from({ length: 250 }, (_, at) =>
      (limiters[at % limiters.length] as RateLimiter).spend('user:1', 100, 60),
    );

    expect((await Promise.all(calls)).filter(({ allowed }) => allowed)).toHaveLength(100);
  });

  it('counts each key separately', async () => {
    const { limiters } = await open();
    const [limiter] = limiters as [RateLimiter];
    await passed(limiter, 10, 10);

    expect((await limiter.spend('user:1', 10, 60)).allowed).toBe(false);
    expect((await limiter.spend('user:2', 10, 60)).allowed).toBe(true);
  });

  it('allows a call after the reported wait', async () => {
    const { clock, limiters } = await open();
    const [limiter] = limiters as [RateLimiter];
    await passed(limiter, 10, 10);
    const refused = await limiter.spend('user:1', 10, 60);

    clock.advance(refused.resetSeconds * SECOND_MS);

    expect(refused).toMatchObject({ allowed: false, limit: 10, remaining: 0 });
    expect((await limiter.spend('user:1', 10, 60)).allowed).toBe(true);
  });

  it('S59 locks out a caller for at most one window when the clock jumps ten minutes', async () => {
    for (const jump of [-10 * MINUTE_MS, 10 * MINUTE_MS]) {
      const { clock, limiters } = await open();
      const [limiter] = limiters as [RateLimiter];
      await passed(limiter, 200);

      clock.advance(jump);
      await limiter.spend('user:1', 100, 60);
      clock.advance(MINUTE_MS + 10 * SECOND_MS);

      expect((await limiter.spend('user:1', 100, 60)).allowed).toBe(true);
    }
  });

  it('never refuses a caller slower than the limit', async () => {
    const { clock, limiters } = await open();
    const refused: number[] = [];

    for (let call = 0; call < 200; call++) {
      const limiter = limiters[call % limiters.length] as RateLimiter;
      if (!(await limiter.spend('user:1', 100, 60)).allowed) refused.push(call);
      clock.advance(10_100);
    }

    expect(refused).toEqual([]);
  });

  it('enforces a small hourly limit exactly', async () => {
    const { clock, limiters } = await open();
    const [limiter] = limiters as [RateLimiter];

    expect(await passed(limiter, 9, 5, 3_600)).toBe(5);
    clock.advance(59 * MINUTE_MS);
    expect(await passed(limiter, 1, 5, 3_600)).toBe(0);
    clock.advance(MINUTE_MS);
    expect(await passed(limiter, 1, 5, 3_600)).toBe(1);
  });
});

describe('openMemoryLimiter', () => {
  it('forgets the key that was idle the longest when it holds too many', async () => {
    const limiter = openMemoryLimiter(openClock().now);
    const isLetIn = async (key: string) => (await limiter.spend(key, 1, 60)).allowed;
    await isLetIn('first');
    for (let other = 0; other < 50_000; other += 1) await isLetIn(`other ${other}`);

    expect(await isLetIn('other 49999')).toBe(false);
    expect(await isLetIn('first')).toBe(true);
  });
});

describe('openSharedLimiter', () => {
  it('takes one transaction for ten calls', async () => {
    const ctx = await testContext();
    let transactions = 0;
    const tx: typeof ctx.data.tx = (...args) => {
      transactions += 1;
      return ctx.data.tx(...args);
    };

    await passed(openSharedLimiter({ ...ctx, data: { ...ctx.data, tx } }), 100);

    expect(transactions).toBe(10);
  });

  it('S60 counts in memory, logs that, and still enforces the limit while the store is down', async () => {
    const ctx = await testContext();
    const down = async () => {
      throw new Error('no store');
    };
    const limiter = openSharedLimiter({ ...ctx, data: { ...ctx.data, tx: down } });

    expect(await passed(limiter, 150)).toBe(100);
    expect(ctx.lines.filter(({ event }) => event === 'rate-limit.store_failed')).toHaveLength(150);
  });
});
