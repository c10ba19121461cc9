export const tlsModes = ['implicit', 'starttls', 'none'] as const;
export type TlsMode = (typeof tlsModes)[number];

/** States of a mailbox. `never`: not polled yet. `not_configured`: the IMAP half is missing or invalid. */
export const channelStates = ['ok', 'backoff', 'auth_failed', 'unreachable', 'never', 'not_configured'] as const;
export type ChannelState = (typeof channelStates)[number];

/** States of sending, as of the last attempt. */
export const sendingStates = ['ok', 'auth_failed', 'unreachable', 'never', 'not_configured'] as const;
export type SendingState = (typeof sendingStates)[number];

/** How far an SMTP session got. From `body` on, the server may have the mail. */
export const sendStages = ['connect', 'greeted', 'auth', 'mail', 'rcpt', 'data', 'body'] as const;
export type SendStage = (typeof sendStages)[number];

/** The suffixes of `CRM_CHANNEL_<ID>_`. */
export const channelFields = [
  'NAME',
  'FLOW',
  'ADDRESS',
  'ALIASES',
  'FROM_NAME',
  'REPLY_TO',
  'SIGNATURE',
  'IMAP_HOST',
  'IMAP_PORT',
  'IMAP_USER',
  'IMAP_PASSWORD',
  'IMAP_TLS',
  'MAILBOX',
  'SMTP_HOST',
  'SMTP_PORT',
  'SMTP_USER',
  'SMTP_PASSWORD',
  'SMTP_TLS',
  'TLS_CA',
  'TLS_SERVERNAME',
  'TLS_REJECT_UNAUTHORIZED',
  'AUTH',
  'OAUTH_TOKEN_URL',
  'OAUTH_CLIENT_ID',
  'OAUTH_CLIENT_SECRET',
  'OAUTH_REFRESH_TOKEN',
  'SENT_MAILBOX',
  'SENT_APPEND',
  'PLUS_TOKENS',
  'AUTHSERV_ID',
  'AI',
] as const;
export type ChannelField = (typeof channelFields)[number];

/** The possible errors in a channel's variables. */
export const channelFaults = [
  'NoChannels',
  'BadId',
  'DuplicateId',
  'MissingImapHost',
  'MissingImapUser',
  'MissingImapPassword',
  'MissingSmtpHost',
  'MissingSmtpPassword',
  'MissingAddress',
  'DuplicateAddress',
  'BadPort',
  'BadTls',
  'BadAddress',
  'UnreadableCa',
  'InsecureTls',
  'OauthIncomplete',
  'UnlistedVariable',
  'UnknownVariable',
  'BadValue',
  'BadDefault',
] as const;
export type ChannelFault = (typeof channelFaults)[number];

/** The channel that exists without any configuration. It receives webhook mail. */
export const BUILT_IN_CHANNEL = 'default';
/** The built-in channel of a demo. Its outgoing mail goes to the development mailbox. */
export const DEMO_CHANNEL = 'demo';

/** The results of polling one channel. */
export const pollStates = [
  'ok',
  'locked',
  'partial',
  'auth_failed',
  'unreachable',
  'backoff',
  'not_configured',
] as const;
export type PollState = (typeof pollStates)[number];

export const processorActions = ['poll', 'status', 'start', 'stop', 'mark-overdue-tasks'] as const;
export type ProcessorAction = (typeof processorActions)[number];
