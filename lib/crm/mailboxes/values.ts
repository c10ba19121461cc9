export const tlsModes = ['implicit', 'starttls', 'none'] as const;
export type TlsMode = (typeof tlsModes)[number];

/** How a mailbox does; `never`: not polled yet, `not_configured`: no IMAP half or a broken one. */
export const channelStates = ['ok', 'backoff', 'auth_failed', 'unreachable', 'never', 'not_configured'] as const;
export type ChannelState = (typeof channelStates)[number];

/** How the sending half of a channel did when it was last tried. */
export const sendingStates = ['ok', 'auth_failed', 'unreachable', 'never', 'not_configured'] as const;
export type SendingState = (typeof sendingStates)[number];

/** How far a conversation with a mail server had come; from `body` on it may hold the mail. */
export const sendStages = ['connect', 'greeted', 'auth', 'mail', 'rcpt', 'data', 'body'] as const;
export type SendStage = (typeof sendStages)[number];

/** What stands behind `CRM_CHANNEL_<ID>_`. */
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

/** What can be wrong with a channel's variables. */
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

/** The channel that is there without any configuration: it takes webhook mail. */
export const BUILT_IN_CHANNEL = 'default';
/** The built-in channel of a demo: what it sends lands in the development mailbox. */
export const DEMO_CHANNEL = 'demo';

/** How a poll of one channel ended. */
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
