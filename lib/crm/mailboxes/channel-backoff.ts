import { after, HOUR_MS, MINUTE_MS } from '#lib/core/time.ts';
import { FAILURES_BEFORE_NOTICE, MAX_POLL_PAUSE_MS } from '#lib/crm/limits.ts';
import type { EmailChannel } from '#lib/crm/schemas/channel.ts';
import type { MailboxTrouble } from './ports.ts';

type Health = Pick<
  EmailChannel,
  | 'status'
  | 'lastOkAt'
  | 'lastErrorAt'
  | 'lastErrorCode'
  | 'consecutiveFailures'
  | 'wrongLogins'
  | 'nextPollAt'
  | 'notifiedAt'
>;

/** Returns 1, 2, 4 … 30 minutes. */
const waitMsAfter = (failures: number): number => Math.min(MAX_POLL_PAUSE_MS, MINUTE_MS * 2 ** (failures - 1));

/** Returns the health of a channel after a poll that reached its mailbox. */
export const healthAfterSuccess = (now: Date): Partial<Health> => ({
  status: 'ok',
  lastOkAt: now.toISOString(),
  consecutiveFailures: 0,
  wrongLogins: 0,
  nextPollAt: null,
  notifiedAt: null,
});

/**
 * Returns the health of a channel after a failed poll, with the time of the next attempt. A channel is never given up.
 * After three rejected logins in a row the channel waits an hour, so that our attempts do not lock the account.
 */
export function healthAfterFailure(before: Health, { kind, code }: MailboxTrouble, now: Date): Partial<Health> {
  const consecutiveFailures = before.consecutiveFailures + 1;
  const wrongLogins = kind === 'auth_failed' ? before.wrongLogins + 1 : 0;
  const isRefused = wrongLogins >= FAILURES_BEFORE_NOTICE;
  const told = consecutiveFailures >= FAILURES_BEFORE_NOTICE ? now.toISOString() : null;
  return {
    status: isRefused ? 'auth_failed' : consecutiveFailures >= FAILURES_BEFORE_NOTICE ? 'unreachable' : 'backoff',
    lastErrorAt: now.toISOString(),
    lastErrorCode: code.slice(0, 60),
    consecutiveFailures,
    wrongLogins,
    nextPollAt: after(now, isRefused ? HOUR_MS : waitMsAfter(consecutiveFailures)),
    notifiedAt: before.notifiedAt ?? told,
  };
}
