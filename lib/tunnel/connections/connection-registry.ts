import type { Revocation } from '#lib/auth/revoke-connections.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { newId } from '#lib/core/ids.ts';
import { RecentSessions, type SessionRead } from '#lib/tunnel/sessions/recent-sessions.ts';
import { Recheck } from '#lib/tunnel/sessions/recheck.ts';
import { Revoked } from '#lib/tunnel/sessions/revoked.ts';
import type { Caller, OpenOptions } from '#lib/tunnel/tunnel.ts';
import { closeCodes } from '#lib/tunnel/values.ts';
import { Connection, type Host } from './connection.ts';
import type { TunnelSink } from './sink.ts';

/** Returns the connection that was admitted with the same cached user row, or undefined. */
function connectionOfSameRead(own: ReadonlySet<Connection>, { user }: Caller): Connection | undefined {
  for (const connection of own) if (connection.caller.user === user) return connection;
  return undefined;
}

/** The connections of this process by user, and the cached sessions of users who disconnected recently. */
export class ConnectionRegistry {
  /** The connections of each user, oldest first. A user without connections has no entry. */
  readonly #byUser = new Map<string, Set<Connection>>();
  readonly #runtime: Runtime;
  readonly #recheck: Recheck;
  readonly #recentSessions: RecentSessions;
  readonly #revoked = new Revoked();
  /** When each user row that `find` returned was last read from the store. */
  readonly #rowReadAtMs = new WeakMap<Caller['user'], number>();

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
    this.#recheck = new Recheck(runtime, (caller) => this.#endSession(caller));
    this.#recentSessions = new RecentSessions((sessionRead, nowMs) => this.#recheck.isFresh(sessionRead, nowMs));
  }

  /** True when no connection is open and no cached session is still valid. */
  get isEmpty(): boolean {
    return this.#byUser.size === 0 && this.#recentSessions.isEmpty;
  }

  has(userId: string): boolean {
    return this.#byUser.has(userId);
  }

  connections(): Connection[] {
    return [...this.#byUser.values()].flatMap((own) => [...own]);
  }

  /** Adds a connection of this caller. Connections that were admitted with the same session read share its rows. */
  add(caller: Caller, sink: TunnelSink, host: Host, options: OpenOptions): Connection {
    const known = this.#byUser.get(caller.user.id);
    const own = known ?? new Set();
    const sameRead = connectionOfSameRead(own, caller);
    const connection = new Connection(newId('connection'), sameRead?.caller ?? caller, sink, host, options);
    // A connection admitted with a cached session is rechecked when that cached read expires. It is rechecked at once
    // when the user had a revocation since that read, perhaps during the handshake.
    const readAtMs = this.#rowReadAtMs.get(caller.user);
    if (readAtMs !== undefined)
      connection.checkedAtMs = this.#revoked.isSince(caller.user.id, readAtMs) ? Number.NEGATIVE_INFINITY : readAtMs;
    own.add(connection);
    if (!known) this.#byUser.set(caller.user.id, own);
    return connection;
  }

  /** Removes a connection that has ended. Returns true when it was the last of its user. */
  remove(connection: Connection): boolean {
    const own = this.#byUser.get(connection.userId);
    own?.delete(connection);
    // A polling client disconnects between two polls, and each poll reads the session from the store.
    if (connection.transport !== 'poll' && !this.isRevoked(connection.caller)) this.#recentSessions.add(connection);
    return own?.size === 0 && this.#byUser.delete(connection.userId);
  }

  /** Schedules the rechecks of a connection. Ends the user's oldest connection when the user has too many. */
  supervise(connection: Connection): void {
    this.#recheck.add(connection, this.#nowMs());
    const own = this.#byUser.get(connection.userId);
    if (!own || own.size <= this.#runtime.env.TUNNEL_MAX_CONNECTIONS_PER_USER) return;
    const [oldest] = own;
    oldest?.end(closeCodes.tooMany, 'too many connections');
  }

  /** Rechecks the sessions that are due, and removes expired sessions of users who disconnected. */
  tick(): Promise<void> {
    this.#recentSessions.removeExpired(this.#nowMs());
    return this.#recheck.tick(this.#nowMs());
  }

  /**
   * Returns the caller of a present or recent connection while the last read of the session is still valid, otherwise
   * null.
   */
  find(userId: string, sessionId: string): Caller | null {
    const lastRead = this.#lastReadOf(userId, sessionId);
    if (!lastRead) return null;
    const { caller, checkedAtMs } = lastRead;
    if (this.#rowReadAtMs.get(caller.user) !== checkedAtMs) this.#rowReadAtMs.set(caller.user, checkedAtMs);
    return caller;
  }

  /**
   * Ends the connections of a revoked session. Records the revocation, so that callers who authenticated before it
   * cannot connect after it.
   */
  revoke(revocation: Revocation): void {
    const { userId, sessionId, exceptSessionId } = revocation;
    this.#revoked.add(revocation, this.#nowMs());
    for (const connection of [...(this.#byUser.get(userId) ?? [])]) {
      const { id } = connection.caller.session;
      if (id !== exceptSessionId && (sessionId === undefined || id === sessionId))
        connection.end(closeCodes.revoked, 'signed out');
    }
    // After any revocation the session must be read again before the user is admitted.
    this.#recentSessions.removeUser(userId);
  }

  /** Returns whether the caller's session was revoked after the caller authenticated. */
  isRevoked(caller: Caller): boolean {
    return this.#revoked.covers(caller);
  }

  /** Ends all connections of a session that a recheck found ended, including connections that are not due yet. */
  #endSession({ user, session }: Caller): void {
    for (const connection of [...(this.#byUser.get(user.id) ?? [])]) {
      if (connection.caller.session.id !== session.id) continue;
      // Invalidates the earlier read, so that a client cannot reconnect with it.
      connection.checkedAtMs = Number.NEGATIVE_INFINITY;
      connection.end(closeCodes.noSession, 'session is over');
    }
  }

  #lastReadOf(userId: string, sessionId: string): SessionRead | null {
    const nowMs = this.#nowMs();
    for (const connection of this.#byUser.get(userId) ?? [])
      if (connection.caller.session.id === sessionId && this.#recheck.isFresh(connection, nowMs)) return connection;
    return this.#recentSessions.find(userId, sessionId, nowMs);
  }

  #nowMs(): number {
    return this.#runtime.now().getTime();
  }
}
