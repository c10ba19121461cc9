import type { Revocation } from '#lib/auth/revoke-connections.ts';
import { MINUTE_MS } from '#lib/core/time.ts';
import type { Caller } from '#lib/tunnel/tunnel.ts';

/** Longer than any caller waits between authentication and admission. */
const KEPT_MS = 5 * MINUTE_MS;

type RecentRevocation = Omit<Revocation, 'userId'> & { readonly atMs: number };

/** The recently revoked sessions. They reject callers who authenticated before the revocation and connect after it. */
export class Revoked {
  /** By user id, the oldest first. */
  readonly #byUser = new Map<string, readonly RecentRevocation[]>();

  add({ userId, ...revocation }: Revocation, nowMs: number): void {
    for (const [otherUserId, revocations] of this.#byUser) {
      if (revocations.some((earlier) => isRecent(earlier, nowMs))) break;
      this.#byUser.delete(otherUserId);
    }
    const recent = (this.#byUser.get(userId) ?? []).filter((earlier) => isRecent(earlier, nowMs));
    this.#byUser.delete(userId);
    this.#byUser.set(userId, [...recent, { ...revocation, atMs: nowMs }]);
  }

  /** Returns whether any session of the user was revoked at or after the given time. */
  isSince(userId: string, atMs: number): boolean {
    return this.#byUser.get(userId)?.some((revocation) => revocation.atMs >= atMs) ?? false;
  }

  /** Returns whether the caller's session was revoked after the caller authenticated. */
  covers({ user, session }: Caller): boolean {
    const revocations = this.#byUser.get(user.id);
    return revocations?.some((revocation) => hasEnded(revocation, user.sessionEpoch, session.id)) ?? false;
  }
}

const isRecent = ({ atMs }: RecentRevocation, nowMs: number): boolean => Math.abs(nowMs - atMs) < KEPT_MS;

function hasEnded({ sessionId, exceptSessionId, epoch }: RecentRevocation, known: number, id: string): boolean {
  if (sessionId !== undefined) return id === sessionId;
  return epoch !== undefined && known < epoch && id !== exceptSessionId;
}
