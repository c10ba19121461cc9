import { hasRank, type Role } from '#lib/context/values.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/core/time.ts';
import type { Session } from './schemas/session.ts';

/** For how long a fresh proof of the mailbox opens what ADMIN_STEP_UP guards. */
export const STEP_UP_MS = 15 * MINUTE_MS;

type Limits = { readonly absoluteMs: number; readonly idleMs: number };

const everyone: Limits = { absoluteMs: 30 * DAY_MS, idleMs: 7 * DAY_MS };
const staff: Limits = { absoluteMs: 12 * HOUR_MS, idleMs: 2 * HOUR_MS };

/** The longest any session lives and idles: what cookies, tokens and the cleanup go by. */
export const longest = everyone;

/** How long a session may live and idle under the role its user has now. */
export const limitsOf = (role: Role): Limits => (hasRank(role, 'admin') ? staff : everyone);

const later = (at: string, ms: number): string => new Date(Date.parse(at) + ms).toISOString();

/** The moments at which a session ends, as its user's present role sets them. */
export function endsOf(session: Session, role: Role): { readonly expiresAt: string; readonly idleExpiresAt: string } {
  const { absoluteMs, idleMs } = limitsOf(role);
  return { expiresAt: later(session.createdAt, absoluteMs), idleExpiresAt: later(session.lastSeenAt, idleMs) };
}

/** Until when the session's fresh proof counts; null when it has none or it has aged. */
export function stepUpUntil({ stepUpAt }: Session, now: Date): string | null {
  if (stepUpAt === null) return null;
  const until = later(stepUpAt, STEP_UP_MS);
  return until > now.toISOString() ? until : null;
}
