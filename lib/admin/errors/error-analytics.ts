import type { ErrorAnalytics, ErrorDay, ErrorGroup, ErrorGroupView, ErrorsQuery } from '#lib/admin/schemas/errors.ts';
import type { Context } from '#lib/context/context.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import { spanOfDay } from '#lib/crm/analytics/count-day.ts';
import { daysOf } from '#lib/crm/analytics/days.ts';
import type { Row } from '#lib/data/store.ts';
import { ErrorDays } from './collections.ts';
import { groupsSeenSince } from './queries.ts';
import { type ErrorKind, errorKinds } from './values.ts';

const KEPT_MS = 10 * SECOND_MS;

/**
 * Returns the errors over the last 7, 30 or 90 UTC days, including today: counts of each day, and a page of groups, the
 * latest first. The first page is at most ten seconds older than the store.
 */
export const errorAnalytics = (
  ctx: Pick<Context, 'data' | 'memo' | 'now'>,
  query: ErrorsQuery,
): Promise<ErrorAnalytics> =>
  query.cursor === undefined
    ? ctx.memo.get(`errors:${query.range}:${query.kind}:${query.limit}`, KEPT_MS, () => readErrors(ctx, query))
    : readErrors(ctx, query);

async function readErrors(
  { data, now }: Pick<Context, 'data' | 'now'>,
  { range, kind, limit, cursor }: ErrorsQuery,
): Promise<ErrorAnalytics> {
  const dates = daysOf(range, now());
  const since = spanOfDay(dates[0] ?? '').from;
  const [days, page] = await Promise.all([
    data.getMany(ErrorDays, dates),
    data.find(groupsSeenSince(since, { kind, limit, cursor })),
  ]);
  const daily = days.map((row, at) => countsOf(dates[at] ?? '', row?.data));
  const counted: readonly ErrorKind[] = kind ? [kind] : errorKinds;
  return {
    range,
    generatedAt: now().toISOString(),
    total: daily.flatMap((day) => counted.map((name) => day[name])).reduce((sum, n) => sum + n, 0),
    daily,
    groups: page.rows.map((row) => viewOf(row, dates)),
    nextCursor: page.next,
  };
}

const countsOf = (date: string, day: ErrorDay | undefined): ErrorAnalytics['daily'][number] => ({
  date,
  client: day?.client ?? 0,
  server: day?.server ?? 0,
  csp: day?.csp ?? 0,
  process: day?.process ?? 0,
});

function viewOf({ id, data }: Row<ErrorGroup>, dates: readonly string[]): ErrorGroupView {
  const { days, userMarks, expiresAt, ...group } = data;
  return { id, ...group, count: dates.reduce((sum, date) => sum + (days[date] ?? 0), 0), users: userMarks.length };
}
