import { z } from 'zod';
import { errorAnalytics } from '#lib/admin/errors/error-analytics.ts';
import { errorKinds } from '#lib/admin/errors/values.ts';
import type { ErrorGroupView } from '#lib/admin/schemas/errors.ts';
import type { PlatformStats } from '#lib/admin/schemas/platform-stats.ts';
import type { WebVitals } from '#lib/admin/schemas/web-vitals.ts';
import { platformStats } from '#lib/admin/statistics/platform-stats.ts';
import { webVitals } from '#lib/admin/vitals/web-vitals.ts';
import { analyticsRanges } from '#lib/crm/analytics/values.ts';
import { exportTable, PAGE } from './export-table.ts';

const range = z.enum(analyticsRanges).optional();

export const stats = exportTable({
  query: z.strictObject({ range }),
  async *rows(ctx, { range = '30d' }) {
    yield (await platformStats(ctx, range)).daily;
  },
  columns: {
    date: ({ date }: PlatformStats['daily'][number]) => date,
    newUsers: ({ newUsers }) => newUsers,
    orders: ({ orders }) => orders,
    messages: ({ messages }) => messages,
  },
});

export const vitals = exportTable({
  query: z.strictObject({ range }),
  async *rows(ctx, { range = '7d' }) {
    yield (await webVitals(ctx, range)).daily;
  },
  columns: {
    date: ({ date }: WebVitals['daily'][number]) => date,
    samples: ({ samples }) => samples,
    LCP: ({ LCP }) => LCP,
    INP: ({ INP }) => INP,
    CLS: ({ CLS }) => CLS,
  },
});

export const errors = exportTable({
  query: z.strictObject({ range, kind: z.enum(errorKinds).optional() }),
  async *rows(ctx, { range = '7d', kind }) {
    let cursor: string | undefined;
    do {
      const { groups, nextCursor } = await errorAnalytics(ctx, { range, kind, limit: PAGE, cursor });
      yield groups;
      cursor = nextCursor ?? undefined;
    } while (cursor !== undefined);
  },
  columns: {
    id: ({ id }: ErrorGroupView) => id,
    kind: ({ kind }) => kind,
    name: ({ name }) => name,
    message: ({ message }) => message,
    path: ({ path }) => path,
    count: ({ count }) => count,
    users: ({ users }) => users,
    firstSeenAt: ({ firstSeenAt }) => firstSeenAt,
    lastSeenAt: ({ lastSeenAt }) => lastSeenAt,
    lastRequestId: ({ lastRequestId }) => lastRequestId,
    release: ({ release }) => release,
  },
});
