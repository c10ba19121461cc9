import { HOUR_MS, MINUTE_MS } from '#lib/core/time.ts';
import { smtpOutcome } from '#lib/crm/drafts/sending/smtp-outcome.ts';
import type { SendingHealth } from '#lib/crm/schemas/channel.ts';
import type { SmtpSeen } from './ports.ts';
import type { SendStage } from './values.ts';

/** So exactly it is remembered when something was last taken: a busy channel does not write its health with each mail. */
const EXACT_MS = MINUTE_MS;

/** A refused login is not tried more often, so that no account is locked by us. */
const REFUSED_REST_MS = HOUR_MS;

/** What is known of a server nobody has sent by. */
export const neverSent: SendingHealth = {
  status: 'never',
  lastOkAt: null,
  lastErrorAt: null,
  lastErrorCode: null,
  consecutiveFailures: 0,
};

/** The server wants a login, and none is configured (RFC 4954). */
const LOGIN_WANTED = 530;

/**
 * How the sending half does after an attempt; null where that is known already. A server that has let us in and speaks
 * about the mail does well, whatever it says of that mail. One attempt is enough to tell of a refused login, for it is
 * not made again by itself.
 */
export function sendingAfter(before: SendingHealth, seen: SmtpSeen, now: Date): SendingHealth | null {
  // There was nobody to send to, so that nothing was tried.
  if (seen.command === 'API') return null;
  const failed = failureIn(seen);
  if (failed === null) {
    const isNews = before.status !== 'ok' || now.getTime() - Date.parse(before.lastOkAt ?? '') >= EXACT_MS;
    return isNews ? { ...before, status: 'ok', lastOkAt: now.toISOString(), consecutiveFailures: 0 } : null;
  }
  return {
    ...before,
    status: failed.status,
    lastErrorAt: now.toISOString(),
    lastErrorCode: failed.code.slice(0, 60),
    consecutiveFailures: before.consecutiveFailures + 1,
  };
}

type Failed = { readonly status: 'auth_failed' | 'unreachable'; readonly code: string };

function failureIn(seen: SmtpSeen): Failed | null {
  const outcome = smtpOutcome(seen);
  if (outcome.state === 'failed' && outcome.auth) return { status: 'auth_failed', code: 'WrongLogin' };
  if (seen.responseCode === LOGIN_WANTED) return { status: 'auth_failed', code: 'LoginWanted' };
  const isAboutMail = seen.responseCode !== null && pastLogin.has(seen.stage);
  return seen.accepted || isAboutMail ? null : { status: 'unreachable', code: seen.code ?? 'Unreachable' };
}

const pastLogin: ReadonlySet<SendStage> = new Set(['mail', 'rcpt', 'data', 'body']);

/** Whether the login is to be tried without a mail: where none was tried so far, and where the last one failed. */
export function isLoginDue({ status, lastErrorAt }: SendingHealth, now: Date): boolean {
  if (status === 'auth_failed') return now.getTime() - Date.parse(lastErrorAt ?? '') >= REFUSED_REST_MS;
  return status === 'never' || status === 'unreachable';
}
