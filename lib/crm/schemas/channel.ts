import { z } from 'zod';
import { isoTime } from '#lib/core/time.ts';
import { channelFaults, channelStates, sendingStates } from '#lib/crm/mailboxes/values.ts';

const count = z.int().nonnegative();

/** How the server that takes a channel's mail did when it was last sent by, or its login tried. */
export const sendingHealth = z.object({
  status: z.enum(sendingStates),
  lastOkAt: isoTime.nullable(),
  lastErrorAt: isoTime.nullable(),
  lastErrorCode: z.string().max(60).nullable(),
  consecutiveFailures: count,
});
export type SendingHealth = z.infer<typeof sendingHealth>;

/** What is known of a channel's mailbox beside its configuration; the id is the channel's. */
export const emailChannel = z.object({
  uidValidity: z.string().max(20).nullable(),
  lastUid: count,
  /** Nothing below is ever fetched. */
  floorUid: count,
  /** Mails that could not be read yet, with the tries made. */
  retryUids: z.array(z.object({ uid: count, attempts: count })).max(1000),
  status: z.enum(channelStates),
  lastOkAt: isoTime.nullable(),
  lastErrorAt: isoTime.nullable(),
  lastErrorCode: z.string().max(60).nullable(),
  consecutiveFailures: count,
  /** Of those, the last so many were refused logins. */
  wrongLogins: count,
  /** What waits in the mailbox, as last counted. */
  backlog: count,
  nextPollAt: isoTime.nullable(),
  lastPolledAt: isoTime.nullable(),
  tokenExpiresAt: isoTime.nullable(),
  capabilities: z.array(z.string().max(60)).max(100),
  /** A hash of the configuration last polled with: a changed one is tried at once. */
  configuredAs: z.string().max(64).nullable(),
  /** The running episode of failures was told to admins. */
  notifiedAt: isoTime.nullable(),
  /** Null: it was not tried yet. A change of the configuration makes it say nothing, as with the mailbox. */
  sending: sendingHealth.extend({ configuredAs: z.string().max(64) }).nullable(),
  updatedAt: isoTime,
});
export type EmailChannel = z.infer<typeof emailChannel>;

/** The one listener of all channels. */
export const LISTENER_ID = 'listener';
export const emailListener = z.object({
  desired: z.enum(['running', 'stopped']),
  heartbeatAt: isoTime.nullable(),
  instanceId: z.string().nullable(),
  connections: z
    .array(
      z.object({ channelId: z.string(), state: z.string().max(20), since: isoTime, lastEventAt: isoTime.nullable() }),
    )
    .max(100),
  updatedAt: isoTime,
});
export type EmailListener = z.infer<typeof emailListener>;

export const channelHealth = z.object({
  /** Of reading; `auth_failed` as well where the server that takes the mail refuses the login. */
  status: z.enum(channelStates),
  lastOkAt: isoTime.nullable(),
  lastErrorAt: isoTime.nullable(),
  lastErrorCode: z.string().nullable(),
  consecutiveFailures: count,
  backlog: count,
  nextPollAt: isoTime.nullable(),
  tokenExpiresAt: isoTime.nullable(),
  sending: sendingHealth,
});

export type ChannelHealth = z.infer<typeof channelHealth>;

/** A channel as it is answered: no secret, and whether there is one. */
export const channelView = z
  .object({
    id: z.string(),
    name: z.string(),
    flow: z.literal('standard'),
    mailbox: z.string(),
    imapHost: z.string(),
    imapUser: z.string(),
    smtpHost: z.string(),
    smtpUser: z.string(),
    hasImapPassword: z.boolean(),
    hasSmtpPassword: z.boolean(),
    address: z.string(),
    isDefault: z.boolean(),
    aiDrafts: z.boolean(),
    health: channelHealth,
  })
  .meta({ id: 'EmailChannel' });
export type ChannelView = z.infer<typeof channelView>;

export const channelProblem = z.object({
  channel: z.string().nullable(),
  field: z.string(),
  code: z.enum(channelFaults),
  message: z.string(),
});
export type ChannelProblem = z.infer<typeof channelProblem>;

export const channelList = z.object({
  channels: z.array(channelView),
  validation: z.object({ ok: z.boolean(), errors: z.array(channelProblem) }),
});
