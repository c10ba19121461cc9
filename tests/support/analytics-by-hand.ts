import { DAY_MS, dayOf } from '#lib/core/time.ts';
import type { AnalyticsRange } from '#lib/crm/analytics/values.ts';
import {
  EmailApiUsage,
  EmailDeadLetters,
  EmailDrafts,
  EmailMessages,
  EmailTasks,
  EmailThreads,
} from '#lib/crm/collections.ts';
import { draftStatuses } from '#lib/crm/drafts/values.ts';
import type { EmailAnalytics } from '#lib/crm/schemas/analytics.ts';
import type { EmailMessage } from '#lib/crm/schemas/message.ts';
import { taskStatuses } from '#lib/crm/tasks/values.ts';
import { threadStatuses } from '#lib/crm/threads/values.ts';
import type { Reader } from '#lib/data/store.ts';
import { intents, sentiments } from '#lib/language/values.ts';
import { everyRow } from '#tests/support/world.ts';

const lengths = { '7d': 7, '30d': 30, '90d': 90 } as const;
const seconds = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 1000);
const four = (n: number) => Math.round(n * 10_000) / 10_000;
const share = (part: number, whole: number) => (whole === 0 ? null : four(part / whole));

function median(list: readonly number[]): number | null {
  const sorted = [...list].sort((a, b) => a - b);
  const half = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]];
  return low === undefined || high === undefined ? null : Math.round((low + high) / 2);
}

/** Computes the figures of a range from all rows, without the product's indexes, sums or caches. */
export async function analyticsByHand(
  reader: Reader,
  now: Date,
  range: AnalyticsRange,
  channelIds: readonly string[] = ['support', 'sales', 'gone'],
) {
  const days = Array.from({ length: lengths[range] }, (_, n) => dayOf(new Date(now.getTime() - n * DAY_MS))).reverse();
  const within = (at: string | null) => at !== null && days.includes(dayOf(at));
  const datas = async <T extends object>(rows: Promise<readonly { readonly data: T }[]>) =>
    (await rows).map(({ data }) => data);
  const [allMails, allThreads, allDrafts, allTasks, calls, letters] = await Promise.all([
    datas(everyRow(reader, EmailMessages)),
    datas(everyRow(reader, EmailThreads)),
    datas(everyRow(reader, EmailDrafts)),
    datas(everyRow(reader, EmailTasks)),
    datas(everyRow(reader, EmailApiUsage)),
    datas(everyRow(reader, EmailDeadLetters)),
  ]);
  const mails = allMails.filter(({ day }) => days.includes(day));
  const threads = allThreads.filter(({ mergedInto }) => mergedInto === null);
  const drafts = allDrafts.filter(({ createdAt }) => within(createdAt));
  const tasks = allTasks.filter(({ createdAt }) => within(createdAt));
  const usage = calls.filter(({ at, purpose }) => within(at) && purpose !== 'agent');
  const inbound = mails.filter(({ direction }) => direction === 'inbound');
  const outbound = mails.filter(
    ({ direction, deliveryStatus }) => direction === 'outbound' && !['sending', 'failed'].includes(`${deliveryStatus}`),
  );
  const human = inbound.filter(({ kind }) => kind === 'human');
  const kinds = (...of: string[]) => inbound.filter(({ kind }) => of.includes(kind)).length;
  const scores = human.flatMap(({ sentimentMilli }) => (sentimentMilli === null ? [] : [sentimentMilli]));
  const counts = <T extends string>(names: readonly T[], list: readonly (string | null)[]) =>
    Object.fromEntries(names.map((name) => [name, list.filter((one) => one === name).length])) as Record<T, number>;
  const drafted = counts(
    draftStatuses,
    drafts.map(({ status }) => status),
  );
  const { send_unknown: sendUnknown, ...states } = drafted;
  const allowed = states.approved + states.sending + states.sent + states.failed + sendUnknown;
  const tasked = counts(
    taskStatuses,
    tasks.map(({ status }) => status),
  );
  const answered = threads
    .flatMap(({ askedAt, firstReplyAt }) =>
      askedAt && firstReplyAt && within(firstReplyAt) ? [seconds(askedAt, firstReplyAt)] : [],
    )
    .sort((a, b) => a - b);
  const hours = median(
    tasks.flatMap(({ status, createdAt, completedAt }) =>
      status === 'completed' && completedAt ? [seconds(createdAt, completedAt)] : [],
    ),
  );
  const cost = (list: typeof usage) => list.reduce((sum, { costMicros }) => sum + (costMicros ?? 0), 0);
  const tokens = (of: 'inputTokens' | 'cachedInputTokens' | 'outputTokens', list = usage) =>
    list.reduce((sum, call) => sum + call[of], 0);
  const purpose = (name: string) => {
    const list = usage.filter((call) => call.purpose === name);
    return { calls: list.length, costMicros: cost(list) };
  };
  const models = [...new Set(usage.map(({ provider, model }) => `${provider} ${model}`))].map((name) => {
    const list = usage.filter(({ provider, model }) => `${provider} ${model}` === name);
    const [provider = '', model = ''] = name.split(' ');
    const isKnown = list.some(({ costMicros }) => costMicros !== null);
    return {
      ...{ provider, model, calls: list.length },
      ...{ inputTokens: tokens('inputTokens', list), outputTokens: tokens('outputTokens', list) },
      costMicros: isKnown ? cost(list) : null,
    };
  });
  const on = <T extends object>(list: readonly T[], day: string, at: (one: T) => string | null) =>
    list.filter((one) => at(one)?.startsWith(day)).length;
  return {
    totals: {
      inbound: inbound.length,
      inboundHuman: human.length,
      autoReplies: kinds('auto_reply', 'ooo'),
      lists: kinds('list'),
      bounces: kinds('bounce'),
      complaints: kinds('complaint'),
      outbound: outbound.length,
      newThreads: threads.filter(({ beganAt }) => within(beganAt)).length,
      resolvedThreads: threads.filter(({ status, resolvedAt }) => status === 'resolved' && within(resolvedAt)).length,
      quarantined: letters.filter(({ createdAt }) => within(createdAt)).length,
    },
    intentDistribution: counts(
      intents,
      human.map(({ intent }) => intent),
    ),
    sentimentDistribution: counts(
      sentiments,
      human.map(({ sentiment }) => sentiment),
    ),
    averageSentiment: share(
      scores.reduce((sum, n) => sum + n, 0),
      scores.length * 1000,
    ),
    costStats: {
      totalCostMicros: cost(usage),
      unknownCostCalls: usage.filter(({ costMicros }) => costMicros === null).length,
      calls: usage.length,
      failedCalls: usage.filter(({ ok }) => !ok).length,
      errorRate: share(usage.filter(({ ok }) => !ok).length, usage.length),
      inputTokens: tokens('inputTokens'),
      cachedInputTokens: tokens('cachedInputTokens'),
      outputTokens: tokens('outputTokens'),
      byModel: models.sort((a, b) => b.calls - a.calls || (a.model < b.model ? -1 : 1)),
      byPurpose: { classify: purpose('classify'), draft: purpose('draft') },
    },
    dailyStats: days.map((date) => ({
      date,
      inbound: on(inbound, date, ({ day }) => day),
      inboundHuman: on(human, date, ({ day }) => day),
      outbound: on(outbound, date, ({ day }) => day),
      newThreads: on(threads, date, ({ beganAt }) => beganAt),
      resolvedThreads: on(threads, date, ({ status, resolvedAt }) => (status === 'resolved' ? resolvedAt : null)),
      draftsCreated: on(allDrafts, date, ({ createdAt }) => createdAt),
      draftsSent: on(allDrafts, date, ({ sentAt }) => sentAt),
      bounces: inbound.filter(({ kind, day }) => kind === 'bounce' && day === date).length,
      aiCalls: on(usage, date, ({ at }) => at),
      costMicros: cost(usage.filter(({ at }) => at.startsWith(date))),
    })),
    draftSummary: {
      total: drafts.length,
      ...states,
      sendUnknown,
      editedShare: share(drafts.filter(({ editedAt }) => editedAt !== null).length, drafts.length),
      approvalRate: share(allowed, allowed + states.rejected),
      medianReviewSeconds: median(
        drafts.flatMap(({ createdAt, approvedAt, rejectedAt }) => {
          const at = approvedAt ?? rejectedAt;
          return at === null ? [] : [seconds(createdAt, at)];
        }),
      ),
    },
    taskSummary: {
      total: tasks.length,
      ...tasked,
      completionRate: share(tasked.completed, tasks.length - tasked.cancelled),
      medianCompletionHours: hours === null ? null : Math.round(hours / 36) / 100,
    },
    threadSummary: counts(
      threadStatuses,
      threads.map(({ status }) => status),
    ),
    response: {
      medianFirstReplySeconds: median(answered),
      p90FirstReplySeconds: answered[Math.ceil(answered.length * 0.9) - 1] ?? null,
      answeredThreads: answered.length,
    },
    channels: channelIds.map((id) => ({
      id,
      inbound: inbound.filter(({ channelId }) => channelId === id).length,
      outbound: outbound.filter(({ channelId }) => channelId === id).length,
      bounces: inbound.filter(({ channelId, kind }) => channelId === id && kind === 'bounce').length,
    })),
  } satisfies Partial<Record<keyof EmailAnalytics, unknown>>;
}

/**
 * Returns how each thread was first answered, computed from its mails alone. The answer is the first mail of ours that
 * went out after the first mail of a person. The time is in seconds from when that person wrote. Threads without an
 * answer are left out.
 */
export async function firstRepliesByHand(reader: Reader) {
  const [mails, threads] = await Promise.all([everyRow(reader, EmailMessages), everyRow(reader, EmailThreads)]);
  const written = ({ date, receivedAt }: EmailMessage) => (date < receivedAt ? date : receivedAt);
  return threads
    .filter(({ data }) => data.mergedInto === null)
    .flatMap(({ id, data: { mergedFrom } }) => {
      const talk = mails.map(({ data }) => data).filter(({ threadId }) => [id, ...mergedFrom].includes(threadId));
      const asked = talk
        .filter(({ kind }) => kind === 'human')
        .map(written)
        .sort()[0];
      const replied = talk
        .filter(({ direction, deliveryStatus }) => direction === 'outbound' && isOut(deliveryStatus))
        .map(written)
        .filter((at) => asked !== undefined && at >= asked)
        .sort()[0];
      return asked === undefined || replied === undefined ? [] : [{ threadId: id, seconds: seconds(asked, replied) }];
    })
    .sort((a, b) => a.seconds - b.seconds);
}

const isOut = (status: EmailMessage['deliveryStatus']): boolean =>
  !['sending', 'failed', 'unknown'].includes(`${status}`);
