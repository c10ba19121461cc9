import type { SendOutcome, SmtpSeen } from '#lib/crm/mailboxes/ports.ts';

/** nodemailer's name for the step before any connection: the mail had no recipient. */
const NO_RECIPIENT = 'API';

/**
 * Returns the outcome of one attempt to send. A reply of the server decides. Without a reply only the stage decides,
 * because the library's error codes are the same before the body and after the final dot.
 */
export function smtpOutcome(seen: SmtpSeen): SendOutcome {
  if (seen.accepted) return { state: 'sent' };
  if (seen.command === NO_RECIPIENT) return failed({ retry: false });
  const reply = seen.responseCode ?? 0;
  if (seen.code === 'EAUTH') return reply >= 400 && reply < 500 ? failed({ retry: true }) : wrongLogin;
  if (reply >= 400) return failed({ retry: reply < 500 });
  return mayBeHeld(seen) ? { state: 'unknown' } : failed({ retry: true });
}

const failed = ({ retry }: { readonly retry: boolean }): SendOutcome => ({ state: 'failed', retry, auth: false });
const wrongLogin: SendOutcome = { state: 'failed', retry: false, auth: true };

/**
 * Returns true when the server may have the mail. If the mail was read but no MAIL command was logged, the log format
 * has changed, so the log proves nothing.
 */
const mayBeHeld = ({ stage, streamRead, mailSeen }: SmtpSeen): boolean => stage === 'body' || (streamRead && !mailSeen);
