import { z } from 'zod';
import { isoTime } from '#lib/core/time.ts';
import { channelFaults, channelStates, sendingStates } from '#lib/crm/mailboxes/values.ts';

const count = z.int().nonnegative();

/** The state of a channel's SMTP server at the last send or the last login test. */
export const sendingHealth = z.object({
  status: z.enum(sendingStates),
  lastOkAt: isoTime.nullable(),
  lastErrorAt: isoTime.nullable(),
  lastErrorCode: z.string().max(60).nullable(),
  consecutiveFailures: count,
});
export type SendingHealth = z.infer<typeof sendingHealth>;

/** The stored state of a channel's mailbox, without its configuration. The id is the channel's. */
export const emailChannel = z.object({
  uidValidity: z.string().max(20).nullable(),
  lastUid: count,
  /** Messages at or below this UID are never fetched. */
  floorUid: count,
  /** UIDs of mails that could not be read yet, with the number of attempts. */
  retryUids: z.array(z.object({ uid: count, attempts: count })).max(1000),
  status: z.enum(channelStates),
  lastOkAt: isoTime.nullable(),
  lastErrorAt: isoTime.nullable(),
  lastErrorCode: z.string().max(60).nullable(),
  consecutiveFailures: count,
  /** How many of the latest consecutive failures were rejected logins. */
  wrongLogins: count,
  /** The number of mails waiting in the mailbox at the last count. */
  backlog: count,
  nextPollAt: isoTime.nullable(),
  lastPolledAt: isoTime.nullable(),
  tokenExpiresAt: isoTime.nullable(),
  capabilities: z.array(z.string().max(60)).max(100),
  /** A hash of the configuration of the last poll. A changed configuration is tried immediately. */
  configuredAs: z.string().max(64).nullable(),
  /** When admins were notified of the current series of failures. */
  notifiedAt: isoTime.nullable(),
  /**
   * Null when sending was never tried. A state with another `configuredAs` than the current configuration is ignored,
   * as for the mailbox.
   */
  sending: sendingHealth.extend({ configuredAs: z.string().max(64) }).nullable(),
  updatedAt: isoTime,
});
export type EmailChannel = z.infer<typeof emailChannel>;

/** The id of the only document: one listener serves all channels. */
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
  /** The state of reading. Also `auth_failed` when the SMTP server rejects the login. */
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

/** A channel in API responses. The response says whether a password is set, but contains no secret. */
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
