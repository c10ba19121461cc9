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

/** The connection by which a caller was known: it holds the very rows they were let in by. */
function twinOf(own: ReadonlySet<Connection>, { user }: Caller): Connection | undefined {
  for (const one of own) if (one.caller.user === user) return one;
  return undefined;
}

/** Who is connected to this process, or was a moment ago, and for how long what was last read of their sessions counts. */
export class People {
  /** The connections of each, the oldest first; nobody without one. */
  readonly #byUser = new Map<string, Set<Connection>>();
  readonly #runtime: Runtime;
  readonly #recheck: Recheck;
  readonly #leavers: Leavers;
  readonly #revoked = new Revoked();
  /** When what was vouched for had been read, by the person it says. */
  readonly #vouchedAtMs = new WeakMap<Caller['user'], number>();

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
    this.#recheck = new Recheck(runtime, (caller) => this.#over(caller));
    this.#leavers = new Leavers((reading, nowMs) => this.#recheck.isFresh(reading, nowMs));
  }

  /** Whether nobody is connected, nor was within the interval in which their reading counts. */
  get isForgotten(): boolean {
    return this.#byUser.size === 0 && this.#leavers.isEmpty;
  }

  has(userId: string): boolean {
    return this.#byUser.has(userId);
  }

  connections(): Connection[] {
    return [...this.#byUser.values()].flatMap((own) => [...own]);
  }

  /** Adds a connection of this caller. Several that were let in by the same reading hold its rows once. */
  enter(caller: Caller, sink: TunnelSink, host: Host, options: OpenOptions): Connection {
    const known = this.#byUser.get(caller.user.id);
    const own = known ?? new Set();
    const twin = twinOf(own, caller);
    const connection = new Connection(newId('connection'), twin?.caller ?? caller, sink, host, options);
    // Who was let in by an earlier reading is looked at again when that would have been; at once where they had a
    // revocation since, perhaps while their handshake was under way.
    const readAtMs = this.#vouchedAtMs.get(caller.user);
    if (readAtMs !== undefined)
      connection.checkedAtMs = this.#revoked.isSince(caller.user.id, readAtMs) ? Number.NEGATIVE_INFINITY : readAtMs;
    own.add(connection);
    if (!known) this.#byUser.set(caller.user.id, own);
    return connection;
  }

  /** Takes away a connection that has ended; true where it was the last of its person. */
  leave(connection: Connection): boolean {
    const own = this.#byUser.get(connection.userId);
    own?.delete(connection);
    // Who polls is gone between any two polls, and comes by a door that reads.
    if (connection.sink.transport !== 'poll' && !this.isRevoked(connection.caller)) this.#leavers.note(connection);
    return own?.size === 0 && this.#byUser.delete(connection.userId);
  }

  /** Has a connection looked at again from now on, and ends the oldest of its person where they have too many. */
  keep(connection: Connection): void {
    this.#recheck.add(connection, this.#nowMs());
    const own = this.#byUser.get(connection.userId);
    if (!own || own.size <= this.#runtime.env.TUNNEL_MAX_CONNECTIONS_PER_USER) return;
    const [oldest] = own;
    oldest?.end(closeCodes.tooMany, 'too many connections');
  }

  /** Reads again the sessions whose last reading is due, and forgets those of who has left. */
  beat(): Promise<void> {
    this.#leavers.beat(this.#nowMs());
    return this.#recheck.beat(this.#nowMs());
  }

  /** Who holds this session, where they are or just were connected and their recheck is not due; else nobody knows. */
  find(userId: string, sessionId: string): Caller | null {
    const reading = this.#readingOf(userId, sessionId);
    if (!reading) return null;
    const { caller, checkedAtMs } = reading;
    if (this.#vouchedAtMs.get(caller.user) !== checkedAtMs) this.#vouchedAtMs.set(caller.user, checkedAtMs);
    return caller;
  }

  /** Ends the connections whose session is over, and remembers it for who was recognised before and comes in after. */
  revoke(revocation: Revocation): void {
    const { userId, sessionId, exceptSessionId } = revocation;
    this.#revoked.note(revocation, this.#nowMs());
    for (const connection of [...(this.#byUser.get(userId) ?? [])]) {
      const { id } = connection.caller.session;
      if (id !== exceptSessionId && (sessionId === undefined || id === sessionId))
        connection.end(closeCodes.revoked, 'signed out');
    }
    // Whatever it was, it is to be read before they are let in again.
    this.#leavers.forget(userId);
  }

  /** Whether what is known of this caller is from before their session ended. */
  isRevoked(caller: Caller): boolean {
    return this.#revoked.covers(caller);
  }

  /** Ends all connections of a session that was found to be over, also those whose recheck is not due. */
  #over({ user, session }: Caller): void {
    for (const connection of [...(this.#byUser.get(user.id) ?? [])]) {
      if (connection.caller.session.id !== session.id) continue;
      // What was read before counts no more, also not for who comes back with it.
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
