import type { Revocation } from '#lib/auth/revoke-connections.ts';
import { MINUTE_MS } from '#lib/core/time.ts';
import type { Caller } from '#lib/tunnel/tunnel.ts';

/** Longer than any caller waits between authentication and admission. */
const KEPT_MS = 5 * MINUTE_MS;

type Noted = Omit<Revocation, 'userId'> & { readonly atMs: number };

/** The recently revoked sessions, for callers who were recognised before the revocation and connect after it. */
export class Revoked {
  /** By user id, the oldest first. */
  readonly #noted = new Map<string, readonly Noted[]>();

  note({ userId, ...revocation }: Revocation, nowMs: number): void {
    for (const [other, noted] of this.#noted) {
      if (noted.some((one) => isRecent(one, nowMs))) break;
      this.#noted.delete(other);
    }
    const recent = (this.#noted.get(userId) ?? []).filter((one) => isRecent(one, nowMs));
    this.#noted.delete(userId);
    this.#noted.set(userId, [...recent, { ...revocation, atMs: nowMs }]);
  }

  /** Whether the user had any revocation at or after the given time. */
  isSince(userId: string, atMs: number): boolean {
    return this.#noted.get(userId)?.some((one) => one.atMs >= atMs) ?? false;
  }

  /** Whether this caller was recognised before the session was revoked. */
  covers({ user, session }: Caller): boolean {
    const noted = this.#noted.get(user.id);
    return noted?.some((one) => hasEnded(one, user.sessionEpoch, session.id)) ?? false;
  }
}

const isRecent = ({ atMs }: Noted, nowMs: number): boolean => Math.abs(nowMs - atMs) < KEPT_MS;

function hasEnded({ sessionId, exceptSessionId, epoch }: Noted, known: number, id: string): boolean {
  if (sessionId !== undefined) return id === sessionId;
  return epoch !== undefined && known < epoch && id !== exceptSessionId;
}
