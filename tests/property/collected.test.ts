import { describe, expect, it } from 'vitest';
import { errorAnalytics } from '#lib/admin/errors/error-analytics.ts';
import { openErrorBuffer } from '#lib/admin/errors/error-buffer.ts';
import { type ErrorKind, errorKinds } from '#lib/admin/errors/values.ts';
import { MOST_USER_MARKS } from '#lib/admin/limits.ts';
import { ratingOf, type VitalName, vitalNames, vitalRatings, vitalThresholds } from '#lib/admin/vitals/values.ts';
import { openVitalsBuffer } from '#lib/admin/vitals/vitals-buffer.ts';
import { webVitals } from '#lib/admin/vitals/web-vitals.ts';
import type { NotedError, VitalSample } from '#lib/context/ports/collecting.ts';
import { DAY_MS, dayOf, HOUR_MS } from '#lib/core/time.ts';
import { daysOf } from '#lib/crm/analytics/days.ts';
import { analyticsRanges } from '#lib/crm/analytics/values.ts';
import { type TestContext, testContext } from '#tests/support/context.ts';
import { sizeOf } from '#tests/support/form.ts';
import { type Random, randomFrom } from '#tests/support/random.ts';

const SEEDS = sizeOf('COLLECTED_SEEDS', { short: 2, long: 20 });
const DAYS = 100;
const PROCESSES = 3;
/** Half the width of a bucket, the widest one, and what rounding adds. */
const MOST_OFF = 0.065;

const seeds = Array.from({ length: SEEDS }, (_, n) => n + 1);
const pages = ['/', '/cart', '/products', '/products/[id]/[[...slug]]'] as const;

type Seen<T> = { readonly date: string; readonly at: string; readonly what: T };

/** Runs some processes side by side through the days before now. Each stores what it holds whenever chance says so. */
async function collect<T>(
  ctx: TestContext,
  random: Random,
  open: (ctx: TestContext) => { note: (what: T) => void; flush: () => Promise<void> },
  make: (random: Random) => T,
): Promise<readonly Seen<T>[]> {
  const processes = Array.from({ length: PROCESSES }, () => open(ctx));
  const seen: Seen<T>[] = [];
  for (let day = 0; day < DAYS; day++) {
    for (let n = random.int(12); n > 0; n--) {
      ctx.clock.advance(random.int(HOUR_MS));
      const what = make(random);
      const process = random.pick(processes);
      process.note(what);
      const at = ctx.now().toISOString();
      seen.push({ date: dayOf(at), at, what });
      if (random.chance(0.3)) await process.flush();
    }
    ctx.clock.advance(DAY_MS - (ctx.now().getTime() % DAY_MS) + random.int(HOUR_MS));
  }
  await Promise.all(processes.map((process) => process.flush()));
  return seen;
}

/** The value at a share of the sorted samples, as every text book has it. */
const exactly = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;

function expectNear(name: VitalName, found: number | null, values: readonly number[], share: number): void {
  const exact = exactly(values, share);
  const isNear = found === null ? values.length === 0 : Math.abs(found / exact - 1) <= MOST_OFF;
  expect(isNear, `${name} ${found} beside ${exact} of ${values.length}`).toBe(true);
}

describe.each(seeds)('what browsers sent, counted again (seed %i)', (seed) => {
  const sample = (random: Random): VitalSample => {
    const name = random.pick(vitalNames);
    // From a tenth of a good value to three times a poor one, within what the buckets distinguish.
    const { good, poor } = vitalThresholds[name];
    const value = good / 10 + (random.int(10_000) / 10_000) * poor * 3;
    return { name, value, path: random.pick(pages) };
  };

  it('is the web vitals of each day and range', async () => {
    const ctx = await testContext();
    const seen = await collect(
      ctx,
      randomFrom(seed),
      (own) => {
        const buffer = openVitalsBuffer(own);
        return { note: (what: VitalSample) => buffer.note([what]), flush: () => buffer.flush() };
      },
      sample,
    );

    for (const range of analyticsRanges) {
      const figures = await webVitals(ctx, range);
      const days = daysOf(range, ctx.now());
      const within = seen.filter(({ date }) => days.includes(date));
      const valuesOf = (some: typeof within, wanted: VitalName) =>
        some.flatMap(({ what: { name, value } }) => (name === wanted ? [value] : []));

      expect(figures.samples).toBe(within.length);
      expect(figures.daily.map(({ date }) => date)).toEqual(days);
      for (const name of vitalNames) {
        const values = valuesOf(within, name);
        const { p50, p75, p95, samples, ...ratings } = figures.metrics[name];
        expect(samples).toBe(values.length);
        for (const rating of vitalRatings)
          expect(ratings[rating]).toBe(values.filter((value) => ratingOf(name, value) === rating).length);
        expectNear(name, p50, values, 0.5);
        expectNear(name, p75, values, 0.75);
        expectNear(name, p95, values, 0.95);
      }
      for (const day of figures.daily) {
        const own = within.filter(({ date }) => date === day.date);
        expect(day.samples).toBe(own.length);
        for (const name of ['LCP', 'INP', 'CLS'] as const) expectNear(name, day[name], valuesOf(own, name), 0.75);
      }
    }
  });

  const mishaps = ['alpha', 'beta', 'gamma', 'delta'] as const;
  const failure = (random: Random): NotedError => {
    const word = random.pick(mishaps);
    const userId = random.chance(0.5) ? `usr_${random.int(MOST_USER_MARKS - 1)}` : null;
    const caller = { userId, requestId: null };
    switch (random.pick(errorKinds)) {
      case 'client':
        return {
          kind: 'client',
          name: 'TypeError',
          message: word,
          path: random.pick(pages),
          release: '0.1.0',
          ...caller,
        };
      case 'server':
        return { kind: 'server', thrown: Object.assign(new Error(word), { stack: '' }), path: '/api/x', ...caller };
      case 'csp':
        return { kind: 'csp', directive: 'img-src', blocked: `https://${word}.test`, path: '/', ...caller };
      case 'process':
        return { kind: 'process', processId: word, code: 'Broken', message: '', ...caller };
    }
  };
  /** What makes two of these errors one group. */
  const causeOf = (error: NotedError): string => {
    if (error.kind === 'client') return `client ${error.message} ${error.path}`;
    if (error.kind === 'server') return `server ${String(error.thrown)}`;
    return error.kind === 'csp' ? `csp ${error.blocked}` : `process ${error.processId}`;
  };

  it('is the errors of each day, kind and cause', async () => {
    const ctx = await testContext();
    const seen = await collect(ctx, randomFrom(seed), openErrorBuffer, failure);

    for (const range of analyticsRanges)
      for (const kind of [undefined, ...errorKinds]) {
        const { total, daily, groups } = await errorAnalytics(ctx, { range, kind, limit: 100 });
        const days = daysOf(range, ctx.now());
        const within = seen.filter(({ date }) => days.includes(date));
        const asked = within.filter(({ what }) => kind === undefined || what.kind === kind);
        const countOf = (date: string, wanted: ErrorKind) =>
          within.filter((error) => error.date === date && error.what.kind === wanted).length;
        const causes = [...Map.groupBy(asked, ({ what }) => causeOf(what))].map(([cause, errors]) => {
          const ever = seen.filter(({ what }) => causeOf(what) === cause);
          return {
            kind: errors[0]?.what.kind,
            count: errors.length,
            users: new Set(ever.flatMap(({ what }) => what.userId ?? [])).size,
            firstSeenAt: ever[0]?.at,
            lastSeenAt: ever.at(-1)?.at,
          };
        });

        expect(total).toBe(asked.length);
        expect(daily).toEqual(
          days.map((date) => ({
            date,
            client: countOf(date, 'client'),
            server: countOf(date, 'server'),
            csp: countOf(date, 'csp'),
            process: countOf(date, 'process'),
          })),
        );
        expect(
          groups.map(({ kind, count, users, firstSeenAt, lastSeenAt }) => ({
            ...{ kind, count, users, firstSeenAt, lastSeenAt },
          })),
        ).toEqual(causes.toSorted((a, b) => ((a.lastSeenAt ?? '') < (b.lastSeenAt ?? '') ? 1 : -1)));
      }
  });
});
