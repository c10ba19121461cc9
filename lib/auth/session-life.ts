import { STEP_UP_MS } from '#lib/auth/limits.ts';
import { hasRank, type Role } from '#lib/context/values.ts';
import { DAY_MS, HOUR_MS } from '#lib/core/time.ts';
import type { Session } from './schemas/session.ts';

type Limits = { readonly absoluteMs: number; readonly idleMs: number };

const everyone: Limits = { absoluteMs: 30 * DAY_MS, idleMs: 7 * DAY_MS };
const staff: Limits = { absoluteMs: 12 * HOUR_MS, idleMs: 2 * HOUR_MS };

/** The longest lifetime and idle time of any session. Cookies, tokens and the cleanup use them. */
export const longest = everyone;

/** Returns how long a session may live and idle under its user's current role. */
export const limitsOf = (role: Role): Limits => (hasRank(role, 'admin') ? staff : everyone);

const later = (at: string, ms: number): string => new Date(Date.parse(at) + ms).toISOString();

/** Returns the times at which a session ends, by its user's current role. */
export function endsOf(session: Session, role: Role): { readonly expiresAt: string; readonly idleExpiresAt: string } {
  const { absoluteMs, idleMs } = limitsOf(role);
  return { expiresAt: later(session.createdAt, absoluteMs), idleExpiresAt: later(session.lastSeenAt, idleMs) };
}

/** Returns until when the session's step-up is valid. Null when it has none or it has expired. */
export function stepUpUntil({ stepUpAt }: Session, now: Date): string | null {
  if (stepUpAt === null) return null;
  const until = later(stepUpAt, STEP_UP_MS);
  return until > now.toISOString() ? until : null;
}
