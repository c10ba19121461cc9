import { HOUR_MS, MINUTE_MS } from '#lib/core/time.ts';
import { smtpOutcome } from '#lib/crm/drafts/sending/smtp-outcome.ts';
import type { SendingHealth } from '#lib/crm/schemas/channel.ts';
import type { SmtpSeen } from './ports.ts';
import type { SendStage } from './values.ts';

/** The precision of `lastOkAt`. It keeps a busy channel from writing its health with every mail. */
const EXACT_MS = MINUTE_MS;

/** How long to wait after a rejected login, so that our attempts do not lock the account. */
const REFUSED_REST_MS = HOUR_MS;

/** The state of a server that was never used for sending. */
export const neverSent: SendingHealth = {
  status: 'never',
  lastOkAt: null,
  lastErrorAt: null,
  lastErrorCode: null,
  consecutiveFailures: 0,
};

/** The reply code of a server that requires a login when none is configured (RFC 4954). */
const LOGIN_WANTED = 530;

/**
 * Returns the health of sending after an attempt, or null when nothing has changed. A server counts as healthy once it
 * has accepted the login and replies about the mail, even if it rejects that mail. One attempt is enough to report a
 * rejected login, because rejected logins are not retried automatically.
 */
export function sendingAfter(before: SendingHealth, seen: SmtpSeen, now: Date): SendingHealth | null {
  // There was no recipient, so no connection was tried.
  if (seen.command === 'API') return null;
  const failed = failureIn(seen);
  if (failed === null) {
    const isChange = before.status !== 'ok' || now.getTime() - Date.parse(before.lastOkAt ?? '') >= EXACT_MS;
    return isChange ? { ...before, status: 'ok', lastOkAt: now.toISOString(), consecutiveFailures: 0 } : null;
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

/**
 * Returns true when the login should be tried without a mail: when it was never tried, or when the last attempt failed.
 */
export function isLoginDue({ status, lastErrorAt }: SendingHealth, now: Date): boolean {
  if (status === 'auth_failed') return now.getTime() - Date.parse(lastErrorAt ?? '') >= REFUSED_REST_MS;
  return status === 'never' || status === 'unreachable';
}
