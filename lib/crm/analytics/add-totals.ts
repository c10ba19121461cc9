import type { DayTotals } from '#lib/crm/schemas/analytics.ts';
import { intents, sentiments } from '#lib/language/values.ts';

type ChannelTotals = DayTotals['channels'][number];

/** Returns the figures of a day before the inbox existed. */
export const noTotals = (channelIds: readonly string[]): DayTotals => ({
  ...addTotals([]),
  channels: channelIds.map((id) => ({ id, inbound: 0, outbound: 0, bounces: 0 })),
});

/** Adds the figures of several days. */
export function addTotals(days: readonly DayTotals[]): DayTotals {
  const sum = (of: (day: DayTotals) => number) => days.reduce((total, day) => total + of(day), 0);
  const sumEach = <const N extends string>(names: readonly N[], of: (day: DayTotals, name: N) => number) =>
    Object.fromEntries(names.map((name) => [name, sum((day) => of(day, name))])) as Record<N, number>;
  const numbers = sumEach(
    [
      'inbound',
      'inboundHuman',
      'autoReplies',
      'lists',
      'bounces',
      'complaints',
      'outbound',
      'quarantined',
      'newThreads',
      'resolvedThreads',
      'sentimentSumMilli',
      'draftsCreated',
      'draftsSent',
      'draftsEdited',
    ] as const,
    (day, name) => day[name],
  );
  return {
    ...numbers,
    intents: sumEach(intents, (day, intent) => day.intents[intent]),
    sentiments: sumEach(sentiments, (day, sentiment) => day.sentiments[sentiment]),
    channels: addChannels(days),
  };
}

/**
 * Adds the channel figures in the order of the latest day, which is the configured order. Former channels come last.
 */
function addChannels(days: readonly DayTotals[]): ChannelTotals[] {
  const byId = new Map<string, ChannelTotals>();
  for (const { channels } of days.toReversed())
    for (const channel of channels) {
      const before = byId.get(channel.id) ?? { id: channel.id, inbound: 0, outbound: 0, bounces: 0 };
      byId.set(channel.id, {
        id: channel.id,
        inbound: before.inbound + channel.inbound,
        outbound: before.outbound + channel.outbound,
        bounces: before.bounces + channel.bounces,
      });
    }
  return [...byId.values()];
}
