import type { SendOutcome, SmtpSeen } from '#lib/crm/mailboxes/ports.ts';

/** nodemailer's name for the step before any connection: there was nobody to send to. */
const NO_RECIPIENT = 'API';

/**
 * What is true of a mail after one attempt to send it. A reply of the server settles it; without one only the stage
 * tells, for a library's error codes are the same before the body and after the final dot.
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

/** A log that shows no MAIL although the mail was read is one we no longer understand, so it proves nothing. */
const mayBeHeld = ({ stage, streamRead, mailSeen }: SmtpSeen): boolean => stage === 'body' || (streamRead && !mailSeen);
