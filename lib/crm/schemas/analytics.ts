import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import { analyticsRanges } from '#lib/crm/analytics/values.ts';
import { draftStatuses } from '#lib/crm/drafts/values.ts';
import { taskStatuses } from '#lib/crm/tasks/values.ts';
import { threadStatuses } from '#lib/crm/threads/values.ts';
import { intents, sentiments } from '#lib/language/values.ts';

const count = z.int().nonnegative();
/** A share of a whole, 0 to 1 with four decimals. Null when the whole is zero. */
const share = z.number().min(0).max(1).nullable();
const day = z.iso.date();

/** Returns an object schema with a count for each name of a closed set. Every name is required. */
export const byName = <const N extends readonly string[]>(names: N) =>
  z.object(Object.fromEntries(names.map((name) => [name, count])) as Record<N[number], typeof count>);

const channelCounts = z.object({ id: z.string(), inbound: count, outbound: count, bounces: count });

const modelCalls = z.object({
  provider: z.string(),
  model: z.string(),
  calls: count,
  inputTokens: count,
  outputTokens: count,
  /** Null when none of the calls has a known price. */
  costMicros: count.nullable(),
});
const purposeCalls = z.object({ calls: count, costMicros: count });

/** The totals of a set of model calls. */
export const usageTotals = z.object({
  calls: count,
  failedCalls: count,
  unknownCostCalls: count,
  costMicros: count,
  inputTokens: count,
  cachedInputTokens: count,
  outputTokens: count,
  byModel: z.array(modelCalls),
  byPurpose: z.object({ classify: purposeCalls, draft: purposeCalls }),
});
export type UsageTotals = z.infer<typeof usageTotals>;

/** The counts of one UTC day. */
export const dayTotals = z.object({
  inbound: count,
  inboundHuman: count,
  autoReplies: count,
  lists: count,
  bounces: count,
  complaints: count,
  outbound: count,
  quarantined: count,
  newThreads: count,
  resolvedThreads: count,
  intents: byName(intents),
  sentiments: byName(sentiments),
  /** The sum over the messages that have a sentiment, in thousandths. */
  sentimentSumMilli: z.int(),
  channels: z.array(channelCounts),
  draftsCreated: count,
  draftsSent: count,
  draftsEdited: count,
});
export type DayTotals = z.infer<typeof dayTotals>;

/** Durations in whole seconds. Medians are computed from these, because a median of daily medians would be wrong. */
export const daySpans = z.object({
  /** From the beginning of a thread to its first reply, for threads first answered on this day. */
  firstReply: z.array(count),
  /** From the creation of a draft to its first approval or rejection, for drafts of this day. */
  review: z.array(count),
  /** From the creation of a task to its completion, for tasks of this day. */
  completion: z.array(count),
});
export type DaySpans = z.infer<typeof daySpans>;

/** The stored figures of a day. They are final once the day has ended. The id is the day. */
export const emailDayStats = z.object({
  day,
  figures: dayTotals,
  spans: daySpans,
  usage: usageTotals,
  /** `usage` includes the calls before this time. Null once the day has ended and all calls are included. */
  usageUntil: isoTime.nullable(),
  computedAt: isoTime,
});
export type EmailDayStats = z.infer<typeof emailDayStats>;

const dailyStats = z.object({
  date: day,
  inbound: count,
  inboundHuman: count,
  outbound: count,
  newThreads: count,
  resolvedThreads: count,
  draftsCreated: count,
  draftsSent: count,
  bounces: count,
  aiCalls: count,
  costMicros: count,
});

const { send_unknown: _, ...draftCounts } = byName(draftStatuses).shape;

/** The figures of the inbox over a range of UTC days that ends today. Money is in millionths of a US dollar. */
export const emailAnalytics = z
  .object({
    range: z.enum(analyticsRanges),
    /** 00:00 UTC of the first day. `to` is 00:00 UTC of the day after the last. */
    from: isoTime,
    to: isoTime,
    generatedAt: isoTime,
    totals: dayTotals.pick({
      inbound: true,
      inboundHuman: true,
      autoReplies: true,
      lists: true,
      bounces: true,
      complaints: true,
      outbound: true,
      newThreads: true,
      resolvedThreads: true,
      quarantined: true,
    }),
    /** Counts inbound messages of people. A message without an intent is not counted. */
    intentDistribution: byName(intents),
    sentimentDistribution: byName(sentiments),
    /** −1 to 1, four decimals. */
    averageSentiment: z.number().min(-1).max(1).nullable(),
    costStats: z.object({
      currency: z.literal('USD'),
      totalCostMicros: count,
      /** Calls with an unknown price. The cost does not include them. */
      unknownCostCalls: count,
      calls: count,
      failedCalls: count,
      errorRate: share,
      inputTokens: count,
      cachedInputTokens: count,
      outputTokens: count,
      byModel: z.array(modelCalls),
      byPurpose: z.object({ classify: purposeCalls, draft: purposeCalls }),
      budget: z.object({ dailyMicros: count, spentTodayMicros: count, exhausted: z.boolean() }),
    }),
    dailyStats: z.array(dailyStats),
    /** Drafts created in the range, by their current status. */
    draftSummary: z.object({
      total: count,
      ...draftCounts,
      sendUnknown: count,
      editedShare: share,
      approvalRate: share,
      medianReviewSeconds: count.nullable(),
    }),
    /** Tasks created in the range, by their current status. */
    taskSummary: byName(taskStatuses).extend({
      total: count,
      completionRate: share,
      /** Two decimals. */
      medianCompletionHours: z.number().nonnegative().nullable(),
    }),
    /** All threads, by their current status. */
    threadSummary: byName(threadStatuses),
    /** Threads that got their first reply in the range. */
    response: z.object({
      medianFirstReplySeconds: count.nullable(),
      p90FirstReplySeconds: count.nullable(),
      answeredThreads: count,
    }),
    channels: z.array(channelCounts.extend({ id: idText, name: z.string() })),
  })
  .meta({ id: 'EmailAnalytics' });
export type EmailAnalytics = z.infer<typeof emailAnalytics>;
