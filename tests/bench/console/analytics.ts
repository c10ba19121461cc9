import { errorAnalytics } from '#lib/admin/errors/error-analytics.ts';
import { openErrorBuffer } from '#lib/admin/errors/error-buffer.ts';
import { platformStats } from '#lib/admin/statistics/platform-stats.ts';
import { rollUpStats } from '#lib/admin/statistics/stats-rollup.ts';
import { rankPages } from '#lib/admin/vitals/rank-pages.ts';
import { vitalNames, vitalThresholds } from '#lib/admin/vitals/values.ts';
import { openVitalsBuffer } from '#lib/admin/vitals/vitals-buffer.ts';
import { webVitals } from '#lib/admin/vitals/web-vitals.ts';
import { pagePatterns } from '#lib/api/collecting/route-patterns.ts';
import type { Context } from '#lib/context/context.ts';
import { Memo } from '#lib/context/ports/memo.ts';
import { DAY_MS, HOUR_MS } from '#lib/core/time.ts';
import type { Cursor } from '#lib/data/query.ts';
import { type Area, type Case, one } from './cases.ts';

/** Samples, and errors, for each row that the bench was asked for: a million of each at 100,000. */
const PER_ROW = 10;
const DAYS = 90;
/** Errors have this many causes. Each group then has counts on all days, the most that a document holds. */
const CAUSES = 500;
const PEOPLE = 200;
const FIGURES_MS = 5;
const ROLL_UP_MS = 150;
const LIMIT = 50;

const wordOf = (n: number): string =>
  n
    .toString(26)
    .split('')
    .map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)))
    .join('');

async function fill(ctx: Context, count: number): Promise<void> {
  const perDay = Math.ceil((count * PER_ROW) / DAYS);
  for (let back = DAYS - 1; back >= 0; back--) {
    const now = () => new Date(ctx.now().getTime() - back * DAY_MS);
    const vitals = openVitalsBuffer({ ...ctx, now });
    const errors = openErrorBuffer({ ...ctx, now });
    for (let n = 0; n < perDay; n++) {
      const name = one(vitalNames, n);
      const value = (vitalThresholds[name].good * ((n * 37) % 400)) / 100;
      vitals.note([{ name, value, path: one(pagePatterns, n * 7) }]);
      errors.note({
        ...{ kind: 'client', name: 'TypeError', message: `no ${wordOf(n % CAUSES)} here`, path: '/cart' },
        ...{ release: '0.1.0', userId: n % 3 === 0 ? `usr_${n % PEOPLE}` : null, requestId: null },
      });
    }
    await Promise.all([vitals.flush(), errors.flush()]);
  }
  let next: string | null = null;
  do ({ next } = await rollUpStats(ctx, next));
  while (next !== null);
}

/** Figures are kept for some seconds, so each call gets a memo of its own. */
const figures = (name: string, read: (ctx: Context) => Promise<unknown>): Case => ({
  name,
  targetMs: FIGURES_MS,
  run: (ctx) => read({ ...ctx, memo: new Memo(ctx.now) }),
});

let cursor: Cursor | undefined;

/** The three reads of the analytics, and the part of the roll-up that reads vitals. */
export const analytics: Area = {
  name: 'analytics',
  fill,
  cases: [
    figures('platform statistics, 90 d', (ctx) => platformStats(ctx, '90d')),
    figures('web vitals, 7 d', (ctx) => webVitals(ctx, '7d')),
    figures('web vitals, 90 d', (ctx) => webVitals(ctx, '90d')),
    figures('errors, 7 d', (ctx) => errorAnalytics(ctx, { range: '7d', limit: LIMIT })),
    figures('errors, 90 d', (ctx) => errorAnalytics(ctx, { range: '90d', limit: LIMIT })),
    figures('errors, 90 d, one kind', (ctx) => errorAnalytics(ctx, { range: '90d', limit: LIMIT, kind: 'client' })),
    figures('errors, 90 d, next pages', async (ctx) => {
      cursor = (await errorAnalytics(ctx, { range: '90d', limit: LIMIT, cursor })).nextCursor ?? undefined;
    }),
    {
      ...{ name: 'pages ranked, hourly', targetMs: ROLL_UP_MS, isWhole: true },
      run: (ctx) => rankPages({ ...ctx, now: () => new Date(ctx.now().getTime() + HOUR_MS) }),
    },
  ],
};
