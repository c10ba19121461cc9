import type { Context } from '#lib/context/context.ts';
import { DAY_MS } from '#lib/core/time.ts';
import type { DayTotals } from '#lib/crm/schemas/analytics.ts';
import type { Query } from '#lib/data/query.ts';
import { intents, sentiments } from '#lib/language/values.ts';
import type { MailKind } from '#lib/mail/values.ts';
import {
  channelBounces,
  channelDelivered,
  channelMails,
  deadLettersOfDay,
  draftsEdited,
  draftsOfDay,
  draftsSent,
  mailsDelivered,
  mailsOfDay,
  mailsOfIntent,
  mailsOfKind,
  mailsOfSentiment,
  type Span,
  threadsBegun,
  threadsResolved,
} from './queries.ts';

type Reader = Pick<Context, 'data'>;

/** Returns a UTC day as a half-open interval. */
export const spanOfDay = (day: string): Span => {
  const from = Date.parse(`${day}T00:00:00.000Z`);
  return { from: new Date(from).toISOString(), to: new Date(from + DAY_MS).toISOString() };
};

/**
 * Counts one UTC day from its current rows, by indexes alone: no mail is read. `channelIds` are the channels with
 * figures of their own. The other figures cover all mail.
 */
export async function countDay({ data }: Reader, day: string, channelIds: readonly string[]): Promise<DayTotals> {
  const span = spanOfDay(day);
  const count = <T extends object>(query: Query<T>) => data.count(query);
  const kind = (of: MailKind) => count(mailsOfKind(day, of));
  const [inbound, inboundHuman, autoReply, ooo, lists, bounces, complaints, outbound, unsent] = await Promise.all([
    count(mailsOfDay(day, 'inbound')),
    kind('human'),
    kind('auto_reply'),
    kind('ooo'),
    kind('list'),
    kind('bounce'),
    kind('complaint'),
    count(mailsOfDay(day, 'outbound')),
    Promise.all([count(mailsDelivered(day, 'sending')), count(mailsDelivered(day, 'failed'))]),
  ]);
  const [quarantined, newThreads, resolvedThreads, draftsCreated, draftsSentThen, edited] = await Promise.all([
    count(deadLettersOfDay(day)),
    count(threadsBegun(span)),
    count(threadsResolved(span)),
    count(draftsOfDay(day)),
    count(draftsSent(span)),
    count(draftsEdited(day)),
  ]);
  const [byIntent, bySentiment, sums, channels] = await Promise.all([
    countEach(intents, (intent) => count(mailsOfIntent(day, intent))),
    countEach(sentiments, (sentiment) => count(mailsOfSentiment(day, sentiment))),
    Promise.all(sentiments.map((sentiment) => data.sum(mailsOfSentiment(day, sentiment), 'sentimentMilli'))),
    Promise.all(channelIds.map((id) => countChannel({ data }, id, day))),
  ]);
  return {
    inbound,
    inboundHuman,
    autoReplies: autoReply + ooo,
    lists,
    bounces,
    complaints,
    outbound: outbound - sumOf(unsent),
    quarantined,
    newThreads,
    resolvedThreads,
    intents: byIntent,
    sentiments: bySentiment,
    sentimentSumMilli: sumOf(sums),
    channels,
    draftsCreated,
    draftsSent: draftsSentThen,
    draftsEdited: edited,
  };
}

/** Counts one channel. Outbound mails that are still being sent or that failed are not counted. */
async function countChannel({ data }: Reader, id: string, day: string) {
  const [inbound, bounces, outbound, sending, failed] = await Promise.all([
    data.count(channelMails(id, day, 'inbound')),
    data.count(channelBounces(id, day)),
    data.count(channelMails(id, day, 'outbound')),
    data.count(channelDelivered(id, day, 'sending')),
    data.count(channelDelivered(id, day, 'failed')),
  ]);
  return { id, inbound, outbound: outbound - sending - failed, bounces };
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, n) => sum + n, 0);

/** Returns a count for each name of a closed set. */
export async function countEach<const N extends string>(
  names: readonly N[],
  count: (name: N) => Promise<number>,
): Promise<Record<N, number>> {
  const counts = await Promise.all(names.map(count));
  return Object.fromEntries(names.map((name, at) => [name, counts[at] ?? 0])) as Record<N, number>;
}
