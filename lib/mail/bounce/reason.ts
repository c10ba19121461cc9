import type { BounceReason } from '#lib/mail/values.ts';
import { reasonByStatus, reasonWords } from './words.ts';

const MAX_TEXT = 4000;

/** Where the refusal fell: an answer to the connection or to MAIL FROM is about the sender, one to DATA about the mail. */
const ABOUT_SENDER =
  /(?:after|in reply to|reply to|to our|>>>)\s*(?:initial connection|mail from)|refused to talk to me|sender was rejected|domain of sender|sender(?:'s)? (?:address|domain)[^.]{0,20} null ?mx/i;
const AFTER_DATA = /(?:after|in reply to|reply to|to our final|>>>)\s*(?:end of )?data\b|^DATA$/im;

/** Reasons by which the address itself is dead, so that no further mail is worth sending there. */
export const deadReasons: ReadonlySet<BounceReason> = new Set(['user_unknown', 'host_unknown', 'moved']);

/** Reasons that do not pass by themselves, so that a mail refused for one has failed. */
export const lastingReasons: ReadonlySet<BounceReason> = new Set([
  ...deadReasons,
  'mailbox_full',
  'suspended',
  'too_big',
  'policy',
  'auth',
  'spam',
  'blocked',
  'content',
  'relaying',
]);

export type Refusal = {
  /** The server's words for one recipient. */
  readonly words: string;
  readonly status: string | null;
  /** All that was said of the conversation, to tell at which command it was refused. */
  readonly transcript: string;
};

/**
 * Why a mail was refused, out of the server's words, else its status. Who was named to a server that then refused at DATA
 * without a status of the kind "bad address" was known to it; who was never named is not known to be dead.
 */
export function bounceReason({ words, status, transcript }: Refusal): BounceReason {
  const said = words.slice(0, MAX_TEXT);
  const byStatus = reasonByStatus.find(([pattern]) => pattern.test(status ?? ''))?.[1] ?? null;
  const found = reasonWords.find(([, pattern]) => pattern.test(said))?.[0] ?? byStatus ?? 'other';
  if (!deadReasons.has(found)) return found;
  if (ABOUT_SENDER.test(transcript) || ABOUT_SENDER.test(said)) return 'policy';
  return AFTER_DATA.test(transcript) && !/^\d\.1\./.test(status ?? '') ? 'policy' : found;
}
