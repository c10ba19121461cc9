import { after, DAY_MS, HOUR_MS, MINUTE_MS, msUntil } from '#lib/core/time.ts';
import { isLive } from '#lib/payments/attempts/pay-state.ts';
import type { LedgerRow } from '#lib/payments/schemas/ledger.ts';

/** How long the page of a card payment can be paid on, with a minute for clocks that differ. */
const LIFE_MS = 25 * MINUTE_MS;
const SKEW_MS = MINUTE_MS;

/** Minutes after the beginning at which the gateway is asked; then hourly. */
const looks = [1, 3, 8, 18, 38, 78].map((minutes) => minutes * MINUTE_MS);
const LAST_EARLY_MS = 78 * MINUTE_MS;
const WATCHED_MS = 4 * DAY_MS;
/** A page that was replaced is looked at until it has surely run out. */
const WATCHED_REPLACED_MS = HOUR_MS;

type Attempt = Pick<
  LedgerRow,
  'status' | 'refundState' | 'requestedAt' | 'claimedAt' | 'expiresAt' | 'refunding' | 'updatedAt'
>;

/** Why an attempt is watched: since when and for how long. Null for one that nobody has to ask about. */
function watchOf(row: Attempt): { readonly since: string; readonly forMs: number } | null {
  const { status, refundState, claimedAt, requestedAt, refunding, updatedAt } = row;
  if (refundState === 'pending') return { since: refunding?.wantedAt ?? updatedAt, forMs: WATCHED_MS };
  if (claimedAt !== null) return { since: claimedAt, forMs: WATCHED_MS };
  // Held money is neither ours nor the buyer's: somebody asks until the gateway has given it to one of them.
  if (status === 'authorized') return { since: requestedAt, forMs: Number.POSITIVE_INFINITY };
  if (isLive(row)) return { since: requestedAt, forMs: WATCHED_MS };
  return status === 'superseded' ? { since: requestedAt, forMs: WATCHED_REPLACED_MS } : null;
}

/** When the gateway is asked about an attempt after `now`: ever more seldom, for four days; null when never again. */
export function nextLook(row: Attempt, now: Date): string | null {
  const watch = watchOf(row);
  if (watch === null) return null;
  const ageMs = -msUntil(watch.since, now);
  const hours = Math.floor((ageMs - LAST_EARLY_MS) / HOUR_MS) + 1;
  const dueMs = looks.find((look) => look > ageMs) ?? LAST_EARLY_MS + hours * HOUR_MS;
  return dueMs > watch.forMs ? null : after(new Date(watch.since), dueMs);
}

/** When the gateway is asked again after it was asked at `now`: the last look counts only once it was answered. */
export const lookAfter = (row: Attempt, now: Date): string | null =>
  watchOf(row) === null ? null : (nextLook(row, now) ?? after(now, HOUR_MS));

/** Whether a look at `now` is the last one there has to be. */
export const isLastLook = (row: Attempt, now: Date): boolean => watchOf(row) !== null && nextLook(row, now) === null;

/** Whether the page of an attempt can surely no longer be paid on. */
export const isLifeOver = ({ expiresAt, requestedAt }: Attempt, now: Date): boolean =>
  now.toISOString() > after(new Date(expiresAt ?? after(new Date(requestedAt), LIFE_MS)), SKEW_MS);
