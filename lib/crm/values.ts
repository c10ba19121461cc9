export const threadStatuses = ['new', 'ongoing', 'waiting', 'resolved'] as const;
export type ThreadStatus = (typeof threadStatuses)[number];

/** What a mail is, by its own signs; the first that holds. Every kind is stored and shown. */
export const mailKinds = ['own', 'complaint', 'bounce', 'ooo', 'auto_reply', 'list', 'human'] as const;
export type MailKind = (typeof mailKinds)[number];

export const directions = ['inbound', 'outbound'] as const;
export type Direction = (typeof directions)[number];

/** The way a message came or went; `external`: written by staff in another mail program. */
export const messageVias = ['imap', 'webhook', 'smtp', 'external'] as const;
export type MessageVia = (typeof messageVias)[number];

/** How far an outbound message has come. */
export const deliveryStatuses = ['sending', 'sent', 'delivered', 'delayed', 'bounced', 'failed', 'unknown'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** The parts of a mail's text. Text between quoted lines is `reply`: an inline answer is never hidden. */
export const spanKinds = ['reply', 'quoted', 'signature', 'forwarded'] as const;
export type SpanKind = (typeof spanKinds)[number];

export const bounceOutcomes = ['permanent', 'transient', 'delivered', 'unknown'] as const;
export type BounceOutcome = (typeof bounceOutcomes)[number];

export const bounceReasons = [
  'user_unknown',
  'host_unknown',
  'moved',
  'mailbox_full',
  'suspended',
  'too_big',
  'policy',
  'auth',
  'spam',
  'blocked',
  'rate',
  'network',
  'timeout',
  'system',
  'content',
  'relaying',
  'delivered',
  'other',
] as const;
export type BounceReason = (typeof bounceReasons)[number];

/** What was odd about a mail and set right, or is to be seen by a person. */
export const messageFlags = [
  'truncated',
  'duplicateHeaders',
  'dateRepaired',
  'generatedId',
  'messageIdReused',
  'spoofSuspected',
  'newParticipant',
] as const;
export type MessageFlag = (typeof messageFlags)[number];

/** Why the text of a mail cannot be read here. */
export const encryptions = ['smime', 'pgp'] as const;
export type Encryption = (typeof encryptions)[number];

export const threadFlags = [
  'newParticipant',
  'loopSuspected',
  'bounced',
  'complained',
  'aiFallback',
  'budgetExhausted',
] as const;
export type ThreadFlag = (typeof threadFlags)[number];

export const draftStatuses = [
  'pending',
  'approved',
  'sending',
  'sent',
  'failed',
  'send_unknown',
  'rejected',
  'superseded',
] as const;
export type DraftStatus = (typeof draftStatuses)[number];

/** A thread has one draft in these states at most. */
export const activeDraftStatuses = [
  'pending',
  'approved',
  'sending',
  'failed',
] as const satisfies readonly DraftStatus[];

export const draftSources = ['ai', 'template', 'manual'] as const;
export type DraftSource = (typeof draftSources)[number];

export const confidences = ['low', 'medium', 'high'] as const;
export type Confidence = (typeof confidences)[number];

export const taskStatuses = ['open', 'in_progress', 'overdue', 'completed', 'cancelled'] as const;
export type TaskStatus = (typeof taskStatuses)[number];

export const openTaskStatuses = ['open', 'in_progress', 'overdue'] as const satisfies readonly TaskStatus[];

export const taskPriorities = ['low', 'normal', 'high'] as const;
export type TaskPriority = (typeof taskPriorities)[number];

/** The types the console offers; any other lower snake case name is taken as well. */
export const taskTypes = ['reply', 'follow_up', 'call', 'review', 'meeting', 'delivery_failed', 'other'] as const;

export const contactSources = ['manual', 'mail'] as const;
export type ContactSource = (typeof contactSources)[number];

export const emailStatuses = ['unknown', 'ok', 'bounced', 'complained'] as const;
export type EmailStatus = (typeof emailStatuses)[number];

export const intents = [
  'order_status',
  'return_refund',
  'complaint',
  'product_question',
  'payment',
  'account',
  'partnership',
  'invoice',
  'feedback',
  'unsubscribe',
  'spam',
  'other',
] as const;
export type Intent = (typeof intents)[number];

export const sentiments = ['positive', 'neutral', 'negative'] as const;
export type Sentiment = (typeof sentiments)[number];

export const urgencies = ['low', 'normal', 'high'] as const;
export type Urgency = (typeof urgencies)[number];

/** What a model is asked for; `agent` answers shoppers on a product's page. */
export const modelPurposes = ['classify', 'draft', 'agent'] as const;
export type ModelPurpose = (typeof modelPurposes)[number];

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

export const analyticsRanges = ['7d', '30d', '90d'] as const;
export type AnalyticsRange = (typeof analyticsRanges)[number];

/** A mail larger than this is read by its headers and its first text only. */
export const MAX_MAIL_BYTES = 25 * 1024 * 1024;
/** HTML larger than this is shown as text. */
export const MAX_HTML_BYTES = 1024 * 1024;
/** The text of a mail stands in its row up to here; the whole of it lies beside. */
export const MAX_PREVIEW_BYTES = 16 * 1024;

/** What the admins of the platform are told of. */
export const noticeKinds = [
  'new_threads',
  'bounce',
  'send_unknown',
  'send_failed',
  'channel_failing',
  'channel_refused',
  'dead_letter',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** What is asked about a mail of a person, in this order. */
export const enrichSteps = ['classify', 'draft'] as const;
export type EnrichStep = (typeof enrichSteps)[number];

/** Raised when a step's instructions or rules change, so that the step may run again over the same mail. */
export const ENRICH_VERSION = '1';

/** So far the tabs of the inbox count; beyond it they say "more", so that a page costs the same however full the inbox. */
export const MOST_COUNTED = 499;
