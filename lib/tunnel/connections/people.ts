import type { Revocation } from '#lib/auth/revoke-connections.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { newId } from '#lib/core/ids.ts';
import { Leavers, type Reading } from '#lib/tunnel/sessions/leavers.ts';
import { Recheck } from '#lib/tunnel/sessions/recheck.ts';
import { Revoked } from '#lib/tunnel/sessions/revoked.ts';
import type { Caller, OpenOptions } from '#lib/tunnel/tunnel.ts';
import { closeCodes } from '#lib/tunnel/values.ts';
import { Connection, type Host } from './connection.ts';
import type { TunnelSink } from './sink.ts';

/** Returns the connection that was admitted with the same cached user row. */
function twinOf(own: ReadonlySet<Connection>, { user }: Caller): Connection | undefined {
  for (const one of own) if (one.caller.user === user) return one;
  return undefined;
}

/** The users who are or recently were connected to this process, and how long the last read of their sessions is valid. */
export class People {
  /** The connections of each user, oldest first. A user without connections has no entry. */
  readonly #byUser = new Map<string, Set<Connection>>();
  readonly #runtime: Runtime;
  readonly #recheck: Recheck;
  readonly #leavers: Leavers;
  readonly #revoked = new Revoked();
  /** When each user row that `find` returned was last read from the store. */
  readonly #vouchedAtMs = new WeakMap<Caller['user'], number>();

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
    this.#recheck = new Recheck(runtime, (caller) => this.#over(caller));
    this.#leavers = new Leavers((reading, nowMs) => this.#recheck.isFresh(reading, nowMs));
  }

  /** True when no connection is open and no cached session is still valid. */
  get isForgotten(): boolean {
    return this.#byUser.size === 0 && this.#leavers.isEmpty;
  }

  has(userId: string): boolean {
    return this.#byUser.has(userId);
  }

  connections(): Connection[] {
    return [...this.#byUser.values()].flatMap((own) => [...own]);
  }

  /** Adds a connection of this caller. Connections that were admitted by the same read share its rows. */
  enter(caller: Caller, sink: TunnelSink, host: Host, options: OpenOptions): Connection {
    const known = this.#byUser.get(caller.user.id);
    const own = known ?? new Set();
    const twin = twinOf(own, caller);
    const connection = new Connection(newId('connection'), twin?.caller ?? caller, sink, host, options);
    // A connection admitted with a cached session is rechecked when that cached read expires. It is rechecked at once
    // when the user had a revocation since that read, perhaps during the handshake.
    const readAtMs = this.#vouchedAtMs.get(caller.user);
    if (readAtMs !== undefined)
      connection.checkedAtMs = this.#revoked.isSince(caller.user.id, readAtMs) ? Number.NEGATIVE_INFINITY : readAtMs;
    own.add(connection);
    if (!known) this.#byUser.set(caller.user.id, own);
    return connection;
  }

  /** Removes a connection that has ended. Returns true when it was the last of its user. */
  leave(connection: Connection): boolean {
    const own = this.#byUser.get(connection.userId);
    own?.delete(connection);
    // A polling client disconnects between two polls, and each poll reads the session from the store.
    if (connection.sink.transport !== 'poll' && !this.isRevoked(connection.caller)) this.#leavers.note(connection);
    return own?.size === 0 && this.#byUser.delete(connection.userId);
  }

  /** Schedules the rechecks of a connection. Ends the user's oldest connection when the user has too many. */
  keep(connection: Connection): void {
    this.#recheck.add(connection, this.#nowMs());
    const own = this.#byUser.get(connection.userId);
    if (!own || own.size <= this.#runtime.env.TUNNEL_MAX_CONNECTIONS_PER_USER) return;
    const [oldest] = own;
    oldest?.end(closeCodes.tooMany, 'too many connections');
  }

  /** Rechecks the sessions whose last read is due, and forgets expired sessions of users who have left. */
  beat(): Promise<void> {
    this.#leavers.beat(this.#nowMs());
    return this.#recheck.beat(this.#nowMs());
  }

  /**
   * Returns the caller of a present or recent connection while the last read of the session is still valid, otherwise
   * null.
   */
  find(userId: string, sessionId: string): Caller | null {
    const reading = this.#readingOf(userId, sessionId);
    if (!reading) return null;
    const { caller, checkedAtMs } = reading;
    if (this.#vouchedAtMs.get(caller.user) !== checkedAtMs) this.#vouchedAtMs.set(caller.user, checkedAtMs);
    return caller;
  }

  /**
   * Ends the connections of a revoked session. Remembers the revocation for callers who were recognised before it and
   * connect after it.
   */
  revoke(revocation: Revocation): void {
    const { userId, sessionId, exceptSessionId } = revocation;
    this.#revoked.note(revocation, this.#nowMs());
    for (const connection of [...(this.#byUser.get(userId) ?? [])]) {
      const { id } = connection.caller.session;
      if (id !== exceptSessionId && (sessionId === undefined || id === sessionId))
        connection.end(closeCodes.revoked, 'signed out');
    }
    // After any revocation the session must be read again before the user is admitted.
    this.#leavers.forget(userId);
  }

  /** Whether this caller was recognised before the session was revoked. */
  isRevoked(caller: Caller): boolean {
    return this.#revoked.covers(caller);
  }

  /** Ends all connections of a session that a recheck found to be over, even those that are not due for a recheck. */
  #over({ user, session }: Caller): void {
    for (const connection of [...(this.#byUser.get(user.id) ?? [])]) {
      if (connection.caller.session.id !== session.id) continue;
      // The earlier read is no longer valid, even for a client that reconnects with it.
      connection.checkedAtMs = Number.NEGATIVE_INFINITY;
      connection.end(closeCodes.noSession, 'session is over');
    }
  }

  #readingOf(userId: string, sessionId: string): Reading | null {
    for (const connection of this.#byUser.get(userId) ?? [])
      if (connection.caller.session.id === sessionId && this.#recheck.isFresh(connection, this.#nowMs()))
        return connection;
    return this.#leavers.find(userId, sessionId, this.#nowMs());
  }

  #nowMs(): number {
    return this.#runtime.now().getTime();
  }
}
