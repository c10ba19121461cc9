/** The kinds of mail in the order in which they are tested. Every kind is stored and shown. */
export const mailKinds = ['own', 'complaint', 'bounce', 'ooo', 'auto_reply', 'list', 'human'] as const;
export type MailKind = (typeof mailKinds)[number];

/** The parts of a mail's text. Text between quoted lines is `reply`, so that an inline answer is never hidden. */
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

/** Irregularities of a mail that were repaired or that a person should see. */
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

/** Of a larger mail only headers and the first text are read. */
export const MAX_MAIL_BYTES = 25 * 1024 * 1024;
/** Larger HTML is shown as text. */
export const MAX_HTML_BYTES = 1024 * 1024;
/** How much of a text is kept, in UTF-16 units. The rest is in the raw mail. */
export const MAX_TEXT = 1024 * 1024;
/** How much of a text the message row holds, in bytes of UTF-8. */
export const MAX_PREVIEW_BYTES = 16 * 1024;
