import type { Context } from '#lib/context/context.ts';
import { EmailProcessors } from '#lib/crm/collections.ts';
import { sweepSends } from '#lib/crm/drafts/sending/follow-up-sends.ts';
import { type ChannelPoll, type PollCounts, type PollReport, PROCESSOR_ID } from '#lib/crm/schemas/processor.ts';
import { channelRows, healthOf, unknownChannel } from './channel-health.ts';
import { isLoginDue } from './channel-sending.ts';
import { noteSending } from './note-sending.ts';
import { type PollOptions, pollChannel } from './poll-channel.ts';
import { noMails } from './poll-run.ts';
import type { Channel } from './ports.ts';

/** How many channels are polled at the same time. */
const AT_ONCE = 3;

/**
 * Polls every channel, three at a time, starting with the one polled longest ago. A failing channel does not keep
 * another from its turn. `success` is false when a mailbox was unreachable or rejected the login. Meanwhile the login
 * is tried on SMTP servers that are not known to accept it.
 */
export async function pollChannels(ctx: Context, options: PollOptions = {}): Promise<PollReport> {
  const waiting = [...(await longestUnpolledFirst(ctx))];
  const polled: ChannelPoll[] = [];
  const work = async (): Promise<void> => {
    for (let channel = waiting.shift(); channel; channel = waiting.shift()) {
      if (options.signal?.aborted) return;
      polled.push(await pollChannel(ctx, channel, options));
    }
  };
  await Promise.all([checkSending(ctx), ...Array.from({ length: AT_ONCE }, work)]);
  await sweepQuietly(ctx);
  const totals = addCounts(polled);
  await noteQuietly(ctx, totals);
  const order = ctx.channels.all.map(({ id }) => id);
  return {
    success: polled.every(({ status }) => status !== 'auth_failed' && status !== 'unreachable'),
    action: 'poll',
    channels: polled.sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id)),
    totals,
  };
}

/**
 * Tries the login of every sending channel whose last login failed or was never tried. A wrong password is noticed
 * before a reply fails because of it, and a corrected password is noticed too. Sends no mail and never throws.
 */
async function checkSending(ctx: Context): Promise<void> {
  try {
    const { all } = ctx.channels;
    const rows = await channelRows(ctx, all);
    const now = ctx.now();
    const due = all.filter((channel, at) =>
      isLoginDue(healthOf(channel, rows[at] ?? unknownChannel(now)).sending, now),
    );
    await Promise.all(due.map((channel) => tryLogin(ctx, channel)));
  } catch (error) {
    ctx.log('warn', 'channels.logins_not_tried', { error });
  }
}

async function tryLogin(ctx: Context, channel: Channel): Promise<void> {
  try {
    await noteSending(ctx, channel, await ctx.channelSender.signIn(channel));
  } catch (error) {
    ctx.log('warn', 'channel.login_not_tried', { channelId: channel.id, error });
  }
}

/** Stores the totals of the poll. The mails are stored already, so a failure here does not fail the poll. */
async function noteQuietly(ctx: Context, lastPollTotals: PollCounts): Promise<void> {
  try {
    await ctx.data.set(EmailProcessors, PROCESSOR_ID, { lastPollAt: ctx.now().toISOString(), lastPollTotals });
  } catch (error) {
    ctx.log('warn', 'poll.not_noted', { error });
  }
}

/**
 * Sweeps sends with an unknown outcome, because the mails just read may show it. A failure here does not fail the poll.
 */
async function sweepQuietly(ctx: Context): Promise<void> {
  try {
    await sweepSends(ctx);
  } catch (error) {
    ctx.log('warn', 'sends.sweep_failed', { error });
  }
}

async function longestUnpolledFirst(ctx: Context): Promise<readonly Channel[]> {
  const { all } = ctx.channels;
  const rows = await channelRows(ctx, all);
  return all
    .map((channel, at) => ({ channel, at: rows[at]?.lastPolledAt ?? '' }))
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .map(({ channel }) => channel);
}

function addCounts(parts: readonly PollCounts[]): PollCounts {
  const totals = { ...noMails };
  for (const name of Object.keys(noMails) as (keyof PollCounts)[]) for (const part of parts) totals[name] += part[name];
  return totals;
}
