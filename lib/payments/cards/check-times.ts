import { after, DAY_MS, HOUR_MS, MINUTE_MS, msUntil } from '#lib/core/time.ts';
import { isLive } from '#lib/payments/attempts/pay-state.ts';
import { CHECK_MINUTES, PAGE_MINUTES, WATCHED_DAYS } from '#lib/payments/limits.ts';
import type { LedgerRow } from '#lib/payments/schemas/ledger.ts';

/** For clocks that differ. */
const SKEW_MS = MINUTE_MS;

const checkAges = CHECK_MINUTES.map((minutes) => minutes * MINUTE_MS);
const LAST_EARLY_MS = Math.max(...CHECK_MINUTES) * MINUTE_MS;
/** A replaced page is checked until it has certainly expired. */
const WATCHED_REPLACED_MS = HOUR_MS;

type Attempt = Pick<
  LedgerRow,
  'status' | 'refundState' | 'requestedAt' | 'claimedAt' | 'expiresAt' | 'refunding' | 'updatedAt'
>;

/** Returns since when and for how long an attempt is watched, or null when it is not. */
function watchOf(row: Attempt): { readonly since: string; readonly forMs: number } | null {
  const { status, refundState, claimedAt, requestedAt, refunding, updatedAt } = row;
  if (refundState === 'pending') return { since: refunding?.wantedAt ?? updatedAt, forMs: WATCHED_DAYS * DAY_MS };
  if (claimedAt !== null) return { since: claimedAt, forMs: WATCHED_DAYS * DAY_MS };
  // Held money belongs to neither side yet. We ask until the gateway has given it to us or to the buyer.
  if (status === 'authorized') return { since: requestedAt, forMs: Number.POSITIVE_INFINITY };
  if (isLive(row)) return { since: requestedAt, forMs: WATCHED_DAYS * DAY_MS };
  return status === 'superseded' ? { since: requestedAt, forMs: WATCHED_REPLACED_MS } : null;
}

/**
 * Returns when to ask the gateway next about an attempt after `now`, at growing intervals for four days. Returns null
 * when never again.
 */
export function nextCheck(row: Attempt, now: Date): string | null {
  const watch = watchOf(row);
  if (watch === null) return null;
  const ageMs = -msUntil(watch.since, now);
  const hours = Math.floor((ageMs - LAST_EARLY_MS) / HOUR_MS) + 1;
  const dueMs = checkAges.find((checkAge) => checkAge > ageMs) ?? LAST_EARLY_MS + hours * HOUR_MS;
  return dueMs > watch.forMs ? null : after(new Date(watch.since), dueMs);
}

/** Returns when to ask the gateway again after asking at `now`. The last check counts only once it was answered. */
export const checkAfter = (row: Attempt, now: Date): string | null =>
  watchOf(row) === null ? null : (nextCheck(row, now) ?? after(now, HOUR_MS));

/** Returns whether a check at `now` is the last one needed. */
export const isLastCheck = (row: Attempt, now: Date): boolean => watchOf(row) !== null && nextCheck(row, now) === null;

/** Returns whether the page of an attempt can certainly no longer be paid on. */
export const isPageExpired = ({ expiresAt, requestedAt }: Attempt, now: Date): boolean =>
  now.toISOString() > after(new Date(expiresAt ?? after(new Date(requestedAt), PAGE_MINUTES * MINUTE_MS)), SKEW_MS);
