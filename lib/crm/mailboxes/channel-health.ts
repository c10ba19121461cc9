import type { Context } from '#lib/context/context.ts';
import { hashOf } from '#lib/core/ids.ts';
import { EmailChannels } from '#lib/crm/collections.ts';
import type { ChannelHealth, ChannelView, EmailChannel, SendingHealth } from '#lib/crm/schemas/channel.ts';
import { neverSent } from './channel-sending.ts';
import type { Channel } from './ports.ts';

/** What is known of a mailbox nobody has polled yet. */
export const unknownChannel = (now: Date): EmailChannel => ({
  uidValidity: null,
  lastUid: 0,
  floorUid: 0,
  retryUids: [],
  status: 'never',
  lastOkAt: null,
  lastErrorAt: null,
  lastErrorCode: null,
  consecutiveFailures: 0,
  wrongLogins: 0,
  backlog: 0,
  nextPollAt: null,
  lastPolledAt: null,
  tokenExpiresAt: null,
  capabilities: [],
  configuredAs: null,
  notifiedAt: null,
  sending: null,
  updatedAt: now.toISOString(),
});

/** The rows of some channels, in their order; one never polled has an empty one. */
export async function channelRows(ctx: Context, channels: readonly Channel[]): Promise<readonly EmailChannel[]> {
  const rows = await ctx.data.getMany(
    EmailChannels,
    channels.map(({ id }) => id),
  );
  return rows.map((row) => row?.data ?? unknownChannel(ctx.now()));
}

export async function channelRow(ctx: Context, channel: Channel): Promise<EmailChannel> {
  const row = await ctx.data.get(EmailChannels, channel.id);
  return row?.data ?? unknownChannel(ctx.now());
}

/** A hash of how a mailbox is reached: after a change of it, what failed before says nothing any more. */
export const configurationOf = ({ imap, mailbox, oauth }: Channel): string =>
  hashOf('channel-configuration', JSON.stringify([imap, mailbox, oauth]));

/** Whether a channel is left alone for now because of its last failures. */
export const isResting = (channel: Channel, row: EmailChannel, now: Date): boolean =>
  row.nextPollAt !== null && row.nextPollAt > now.toISOString() && row.configuredAs === configurationOf(channel);

/** The same of the server that takes the mail. */
export const sendingConfigurationOf = ({ smtp, oauth }: Channel): string =>
  hashOf('sending-configuration', JSON.stringify([smtp, oauth]));

/** How the sending half does, from the last attempts to send and to sign in. */
function sendingOf(channel: Channel, { sending }: EmailChannel): SendingHealth {
  if (!channel.canSend) return { ...neverSent, status: 'not_configured' };
  if (sending?.configuredAs !== sendingConfigurationOf(channel)) return neverSent;
  const { status, lastOkAt, lastErrorAt, lastErrorCode, consecutiveFailures } = sending;
  return { status, lastOkAt, lastErrorAt, lastErrorCode, consecutiveFailures };
}

/** How both halves do. A refused login is a matter of the whole channel, whichever server refuses it. */
export function healthOf(channel: Channel, row: EmailChannel): ChannelHealth {
  const { lastOkAt, lastErrorAt, lastErrorCode, consecutiveFailures, backlog, nextPollAt, tokenExpiresAt } = row;
  const sending = sendingOf(channel, row);
  const reading = channel.imap ? row.status : 'not_configured';
  return {
    status: sending.status === 'auth_failed' ? 'auth_failed' : reading,
    lastOkAt,
    lastErrorAt,
    lastErrorCode,
    consecutiveFailures,
    backlog,
    nextPollAt,
    tokenExpiresAt,
    sending,
  };
}

/** All channels as they may be shown, and what is wrong with their configuration. No secret is in it. */
export async function listChannels(ctx: Context) {
  const { all, defaultId, errors } = ctx.channels;
  const rows = await channelRows(ctx, all);
  const channels = all.map((channel, at): ChannelView => {
    const { id, name, flow, mailbox, shown, address, ai } = channel;
    const health = healthOf(channel, rows[at] ?? unknownChannel(ctx.now()));
    return { id, name, flow, mailbox, ...shown, address, isDefault: id === defaultId, aiDrafts: ai, health };
  });
  return { channels, validation: { ok: errors.length === 0, errors: [...errors] } };
}
