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
