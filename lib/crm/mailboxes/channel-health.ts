import type { Context } from '#lib/context/context.ts';
import { hashOf } from '#lib/core/ids.ts';
import { EmailChannels } from '#lib/crm/collections.ts';
import type { ChannelHealth, ChannelView, EmailChannel, SendingHealth } from '#lib/crm/schemas/channel.ts';
import { neverSent } from './channel-sending.ts';
import type { Channel } from './ports.ts';

/** Returns the state of a mailbox that was never polled. */
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

/** Returns the rows of the channels, in the same order. A channel that was never polled gets an empty row. */
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

/**
 * Returns a hash of how a mailbox is reached. After a change of this configuration, earlier failures no longer count.
 */
export const configurationOf = ({ imap, mailbox, oauth }: Channel): string =>
  hashOf('channel-configuration', JSON.stringify([imap, mailbox, oauth]));

/** Returns true when a channel waits after its latest failures. */
export const isResting = (channel: Channel, row: EmailChannel, now: Date): boolean =>
  row.nextPollAt !== null && row.nextPollAt > now.toISOString() && row.configuredAs === configurationOf(channel);

/** Returns a hash of how the SMTP server is reached. */
export const sendingConfigurationOf = ({ smtp, oauth }: Channel): string =>
  hashOf('sending-configuration', JSON.stringify([smtp, oauth]));

/** Returns the health of sending, from the latest sends and login attempts. */
function sendingOf(channel: Channel, { sending }: EmailChannel): SendingHealth {
  if (!channel.canSend) return { ...neverSent, status: 'not_configured' };
  if (sending?.configuredAs !== sendingConfigurationOf(channel)) return neverSent;
  const { status, lastOkAt, lastErrorAt, lastErrorCode, consecutiveFailures } = sending;
  return { status, lastOkAt, lastErrorAt, lastErrorCode, consecutiveFailures };
}

/**
 * Returns the health of reading and sending. A rejected login concerns the whole channel, whichever server rejects it.
 */
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

/** Returns all channels and the errors of their configuration, without secrets. */
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
