import { describe, expect, it } from 'vitest';
import { rollUpStats } from '#lib/admin/statistics/stats-rollup.ts';
import { OTHER_PATTERN } from '#lib/api/collecting/route-patterns.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#lib/core/time.ts';
import { type TestContext, testContext } from '#tests/support/context.ts';
import { countRows } from '#tests/support/counted-store.ts';
import { everyRow } from '#tests/support/world.ts';
import { collectVitals } from './collect-vitals.ts';
import { WebVitalsDays } from './collections.ts';
import { openVitalsBuffer } from './vitals-buffer.ts';
import { webVitals } from './web-vitals.ts';

/** Notes and stores one LCP for each value. */
async function measure(ctx: TestContext, path: string, values: readonly number[]): Promise<void> {
  collectVitals(
    ctx,
    values.map((value) => ({ name: 'LCP', value, path })),
  );
  await ctx.vitals.flush();
}

describe('webVitals', () => {
  it('adds up the days of the range, and leaves out the day before it', async () => {
    const ctx = await testContext();
    await measure(ctx, '/', [9_000]);
    ctx.clock.advance(DAY_MS);
    await measure(ctx, '/', [1_000, 1_000, 3_000]);
    ctx.clock.advance(6 * DAY_MS);
    await measure(ctx, '/cart', [5_000]);

    const { samples, metrics, daily } = await webVitals(ctx, '7d');

    expect(samples).toBe(4);
    expect(metrics.LCP).toMatchObject({
      samples: 4,
      good: 2,
      needsImprovement: 1,
      poor: 1,
      rating: 'needsImprovement',
    });
    expect(metrics.INP).toEqual({
      ...{ samples: 0, p50: null, p75: null, p95: null },
      ...{ good: 0, needsImprovement: 0, poor: 0, rating: null },
    });
    expect(daily).toHaveLength(7);
    expect(daily.map((day) => day.samples)).toEqual([3, 0, 0, 0, 0, 0, 1]);
    expect(daily[1]).toMatchObject({ LCP: null, INP: null, CLS: null });
  });

  it('adds samples of several processes to one day', async () => {
    const ctx = await testContext();
    await measure(ctx, '/', [1_000]);
    await measure(ctx, '/', [2_000, 3_000]);

    expect((await webVitals(ctx, '7d')).metrics.LCP.samples).toBe(3);
  });

  it('ranks the pages once an hour by their samples', async () => {
    const ctx = await testContext();
    await measure(ctx, '/products/prd_mug/speckled-mug', [1_000, 2_000]);
    await measure(ctx, '/uk/cart', [1_000, 2_000, 3_000]);
    await measure(ctx, '/nowhere/john@example.com', [100]);
    await rollUpStats(ctx, null);

    const first = await webVitals(ctx, '7d');
    await measure(ctx, '/products/prd_cup/cup', [1_000, 2_000]);
    ctx.clock.advance(11 * SECOND_MS);
    await rollUpStats(ctx, null);
    const soon = await webVitals(ctx, '7d');
    ctx.clock.advance(HOUR_MS);
    await rollUpStats(ctx, null);
    const later = await webVitals(ctx, '7d');

    expect(first.byPath.map(({ path, samples }) => [path, samples])).toEqual([
      ['/cart', 3],
      ['/products/[id]/[[...slug]]', 2],
      [OTHER_PATTERN, 1],
    ]);
    expect(soon.byPath).toEqual(first.byPath);
    expect(later.byPath[0]).toMatchObject({ path: '/products/[id]/[[...slug]]', samples: 4 });
  });

  it('reads as many documents for ten thousand samples as for one', async () => {
    const ctx = await testContext();
    const { data, rowsRead } = countRows(ctx.data);
    await measure(ctx, '/', [1_000]);
    const rows = async () => {
      const before = rowsRead();
      await webVitals({ ...ctx, data }, '90d');
      return rowsRead() - before;
    };
    const few = await rows();
    for (let n = 0; n < 20; n++)
      await measure(
        ctx,
        '/',
        Array.from({ length: 500 }, () => 1_000 + n),
      );
    ctx.clock.advance(11 * SECOND_MS);

    expect(await rows()).toBe(few);
  });
});

describe('openVitalsBuffer', () => {
  it('keeps samples whose document cannot be written, and stores them later', async () => {
    const ctx = await testContext();
    let isDown = true;
    const tx: typeof ctx.data.tx = (work, options) =>
      isDown ? Promise.reject(new Error('disk full')) : ctx.data.tx(work, options);
    const buffer = openVitalsBuffer({ ...ctx, data: { ...ctx.data, tx } });

    buffer.note([{ name: 'LCP', value: 1_000, path: '/' }]);
    await buffer.flush();
    isDown = false;
    await buffer.flush();

    expect((await webVitals(ctx, '7d')).samples).toBe(1);
    expect(ctx.lines.filter(({ event }) => event === 'vitals.unstored')).toHaveLength(2);
  });

  it('stores at once when 500 samples have come together', async () => {
    const ctx = await testContext();
    collectVitals(
      ctx,
      Array.from({ length: 500 }, () => ({ name: 'CLS', value: 0, path: '/' })),
    );

    await expect.poll(async () => (await everyRow(ctx.data, WebVitalsDays)).length).toBe(2);
  });

  it('stores no part of an address but its pattern', async () => {
    const ctx = await testContext();
    await measure(ctx, '/orders/P7K3M9QX1?token=secret&mail=ann@shop.test', [1_000]);

    expect(JSON.stringify(await everyRow(ctx.data, WebVitalsDays))).not.toMatch(/P7K3M9QX1|secret|ann@/);
  });
});
