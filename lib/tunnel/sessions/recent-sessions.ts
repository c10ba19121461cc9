import type { Connection } from '#lib/tunnel/connections/connection.ts';
import type { Caller } from '#lib/tunnel/tunnel.ts';

/** A session and its user as last read from the store, with the time of that read. */
export type SessionRead = Pick<Connection, 'caller' | 'checkedAtMs' | 'sessionEndsMs'>;

/**
 * Caches the sessions of users who disconnected recently. When a network breaks, all its users reconnect within
 * seconds. A cached session stays valid as long as with an open connection, so the reconnect needs no read.
 */
export class RecentSessions {
  /** By session id, the most recently disconnected last. */
  readonly #reads = new Map<string, SessionRead>();
  readonly #isFresh: (sessionRead: SessionRead, nowMs: number) => boolean;

  constructor(isFresh: (sessionRead: SessionRead, nowMs: number) => boolean) {
    this.#isFresh = isFresh;
  }

  get isEmpty(): boolean {
    return this.#reads.size === 0;
  }

  add({ caller, checkedAtMs, sessionEndsMs }: SessionRead): void {
    this.#reads.delete(caller.session.id);
    this.#reads.set(caller.session.id, { caller, checkedAtMs, sessionEndsMs });
  }

  find(userId: string, sessionId: string, nowMs: number): SessionRead | null {
    const sessionRead = this.#reads.get(sessionId);
    return sessionRead && isOf(sessionRead.caller, userId) && this.#isFresh(sessionRead, nowMs) ? sessionRead : null;
  }

  removeUser(userId: string): void {
    for (const [sessionId, { caller }] of this.#reads) if (isOf(caller, userId)) this.#reads.delete(sessionId);
  }

  /** Removes expired sessions. No session is valid longer than the recheck interval, so the most recent expires last. */
  removeExpired(nowMs: number): void {
    for (const [sessionId, sessionRead] of this.#reads) {
      if (this.#isFresh(sessionRead, nowMs)) return;
      this.#reads.delete(sessionId);
    }
  }
}

const isOf = ({ user }: Caller, userId: string): boolean => user.id === userId;
