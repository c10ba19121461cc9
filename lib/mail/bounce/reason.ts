import type { BounceReason } from '#lib/mail/values.ts';
import { reasonByStatus, reasonWords } from './words.ts';

const MAX_TEXT = 4000;

/**
 * Matches the SMTP stage of a refusal. A reply to the connection or to MAIL FROM is about the sender, a reply to DATA
 * is about the mail.
 */
const ABOUT_SENDER =
  /(?:after|in reply to|reply to|to our|>>>)\s*(?:initial connection|mail from)|refused to talk to me|sender was rejected|domain of sender|sender(?:'s)? (?:address|domain)[^.]{0,20} null ?mx/i;
const AFTER_DATA = /(?:after|in reply to|reply to|to our final|>>>)\s*(?:end of )?data\b|^DATA$/im;

/** Reasons that mean the address does not exist, so that further mail to it is pointless. */
export const deadReasons: ReadonlySet<BounceReason> = new Set(['user_unknown', 'host_unknown', 'moved']);

/** Permanent reasons. A mail refused for one of them has failed. */
export const lastingReasons: ReadonlySet<BounceReason> = new Set([
  ...deadReasons,
  'auth',
  'blocked',
  'content',
  'mailbox_full',
  'policy',
  'relaying',
  'spam',
  'suspended',
  'too_big',
]);

export type Refusal = {
  /** The server's text about one recipient. */
  readonly words: string;
  readonly status: string | null;
  /** The whole transcript, to find the command at which the mail was refused. */
  readonly transcript: string;
};

/**
 * Returns why a mail was refused, from the server's text or else from its status. A refusal at DATA means that the
 * server accepted the recipient, unless the status says "bad address". An accepted address is not treated as dead.
 */
export function bounceReason({ words, status, transcript }: Refusal): BounceReason {
  const said = words.slice(0, MAX_TEXT);
  const byStatus = reasonByStatus.find(([pattern]) => pattern.test(status ?? ''))?.[1] ?? null;
  const found = reasonWords.find(([, pattern]) => pattern.test(said))?.[0] ?? byStatus ?? 'other';
  if (!deadReasons.has(found)) return found;
  if (ABOUT_SENDER.test(transcript) || ABOUT_SENDER.test(said)) return 'policy';
  return AFTER_DATA.test(transcript) && !/^\d\.1\./.test(status ?? '') ? 'policy' : found;
}
