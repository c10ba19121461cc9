import type { Context } from '#lib/context/context.ts';
import { dayOf, SECOND_MS } from '#lib/core/time.ts';
import { draftStatuses } from '#lib/crm/drafts/values.ts';
import type { DaySpans, EmailAnalytics } from '#lib/crm/schemas/analytics.ts';
import { taskStatuses } from '#lib/crm/tasks/values.ts';
import { threadStatuses } from '#lib/crm/threads/values.ts';
import { budgetState } from '#lib/settings/model/budget.ts';
import { EmailBudgetDays } from '#lib/settings/model/collections.ts';
import { aiAccess } from '#lib/settings/settings.ts';
import { addTotals } from './add-totals.ts';
import { countEach, spanOfDay } from './count-day.ts';
import { type DayParts, daysOf, partsOfDays } from './days.ts';
import { medianOf, percentileOf, shareOf } from './percentiles.ts';
import { draftsSince, tasksSince, threadsInStatus } from './queries.ts';
import { addUsage } from './usage-sums.ts';
import type { AnalyticsRange } from './values.ts';

/** Concurrent readers and repeated clicks within this time share one count. */
const SHARED_MS = 2 * SECOND_MS;

/** Returns figures that are at most two seconds old. `generatedAt` is their time. */
export const recentAnalytics = (ctx: Context, range: AnalyticsRange): Promise<EmailAnalytics> =>
  ctx.memo.get(`crm.analytics:${range}`, SHARED_MS, () => emailAnalytics(ctx, range));

/**
 * Returns the figures of the inbox over the last 7, 30 or 90 UTC days, including today. Past days come from their
 * stored figures, today is counted from the rows. Drafts, tasks and threads are counted by their current status.
 */
export async function emailAnalytics(ctx: Context, range: AnalyticsRange): Promise<EmailAnalytics> {
  const now = ctx.now();
  const days = daysOf(range, now);
  const first = days[0] ?? dayOf(now);
  const [parts, drafts, tasks, threads, budget] = await Promise.all([
    partsOfDays(ctx, days),
    countEach(draftStatuses, (status) => ctx.data.count(draftsSince(status, first))),
    countEach(taskStatuses, (status) => ctx.data.count(tasksSince(status, first))),
    countEach(threadStatuses, (status) => ctx.data.count(threadsInStatus(status))),
    budgetOf(ctx, dayOf(now)),
  ]);
  const figures = addTotals(parts.map((part) => part.figures));
  const usage = addUsage(parts.map((part) => part.usage));
  const { inbound, inboundHuman, autoReplies, lists, bounces, complaints, outbound, quarantined } = figures;
  const { newThreads, resolvedThreads, sentiments } = figures;
  const felt = sentiments.positive + sentiments.neutral + sentiments.negative;
  const { costMicros: totalCostMicros, ...calls } = usage;
  return {
    range,
    from: spanOfDay(first).from,
    to: spanOfDay(dayOf(now)).to,
    generatedAt: now.toISOString(),
    totals: {
      ...{ inbound, inboundHuman, autoReplies, lists, bounces, complaints, outbound },
      ...{ newThreads, resolvedThreads, quarantined },
    },
    intentDistribution: figures.intents,
    sentimentDistribution: sentiments,
    averageSentiment: shareOf(figures.sentimentSumMilli, felt * 1000),
    costStats: {
      currency: 'USD',
      totalCostMicros,
      ...calls,
      errorRate: shareOf(usage.failedCalls, usage.calls),
      budget,
    },
    dailyStats: parts.map(dailyOf),
    draftSummary: draftSummaryOf(drafts, figures.draftsEdited, spansOf(parts, 'review')),
    taskSummary: taskSummaryOf(tasks, spansOf(parts, 'completion')),
    threadSummary: threads,
    response: responseOf(spansOf(parts, 'firstReply')),
    channels: figures.channels.map((counts) => ({ ...counts, name: nameOf(ctx, counts.id) })),
  };
}

const nameOf = ({ channels }: Context, id: string): string =>
  channels.all.find((channel) => channel.id === id)?.name ?? id;

const spansOf = (parts: readonly DayParts[], of: keyof DaySpans): readonly number[] =>
  parts.flatMap(({ spans }) => spans[of]).sort((a, b) => a - b);

function dailyOf({ day, figures, usage }: DayParts): EmailAnalytics['dailyStats'][number] {
  const { inbound, inboundHuman, outbound, newThreads, resolvedThreads, draftsCreated, draftsSent, bounces } = figures;
  return {
    date: day,
    ...{ inbound, inboundHuman, outbound, newThreads, resolvedThreads, draftsCreated, draftsSent, bounces },
    aiCalls: usage.calls,
    costMicros: usage.costMicros,
  };
}

type DraftCounts = Record<(typeof draftStatuses)[number], number>;

/**
 * Returns the draft figures. The approval rate compares drafts that a person approved, whatever the outcome of their
 * send, with drafts that a person rejected.
 */
function draftSummaryOf(
  counts: DraftCounts,
  edited: number,
  review: readonly number[],
): EmailAnalytics['draftSummary'] {
  const { pending, approved, sending, sent, failed, send_unknown: sendUnknown, rejected, superseded } = counts;
  const total = Object.values(counts).reduce((sum, n) => sum + n, 0);
  const allowed = approved + sending + sent + failed + sendUnknown;
  return {
    ...{ total, pending, approved, sending, sent, failed, sendUnknown, rejected, superseded },
    editedShare: shareOf(Math.min(edited, total), total),
    approvalRate: shareOf(allowed, allowed + rejected),
    medianReviewSeconds: medianOf(review),
  };
}

type TaskCounts = Record<(typeof taskStatuses)[number], number>;

/** Returns the task figures. Cancelled tasks count in neither part of the completion rate. */
function taskSummaryOf(counts: TaskCounts, completion: readonly number[]): EmailAnalytics['taskSummary'] {
  const total = Object.values(counts).reduce((sum, n) => sum + n, 0);
  const median = medianOf(completion);
  return {
    ...counts,
    total,
    completionRate: shareOf(counts.completed, total - counts.cancelled),
    medianCompletionHours: median === null ? null : Math.round(median / 36) / 100,
  };
}

const responseOf = (firstReply: readonly number[]): EmailAnalytics['response'] => ({
  medianFirstReplySeconds: medianOf(firstReply),
  p90FirstReplySeconds: percentileOf(firstReply, 0.9),
  answeredThreads: firstReply.length,
});

/**
 * Returns today's budget and what the inbox has spent of it. The product agent's spending and money reserved for calls
 * in progress count when deciding whether the budget is exhausted.
 */
async function budgetOf(ctx: Context, today: string): Promise<EmailAnalytics['costStats']['budget']> {
  const [{ settings }, row] = await Promise.all([aiAccess(ctx), ctx.data.get(EmailBudgetDays, today)]);
  const { dailyMicros, exhausted } = await budgetState(ctx.data, settings, today);
  return { dailyMicros, spentTodayMicros: Math.max(0, row?.data.spentMicros ?? 0), exhausted };
}
