import { Sessions, Users } from '#lib/auth/collections.ts';
import { signedInOf } from '#lib/auth/current-user.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import type { Connection } from '#lib/tunnel/connections/connection.ts';
import { TimerWheel } from '#lib/tunnel/connections/timer-wheel.ts';
import { EXPIRY_WARNING_SECONDS } from '#lib/tunnel/limits.ts';
import type { Caller } from '#lib/tunnel/tunnel.ts';
import type { SessionRead } from './recent-sessions.ts';

/** The maximum number of rows per read. */
const ROWS = 250;

/**
 * Rereads the session and the user of every connection once per interval. Reports an ended session even when the
 * revocation event was lost. Warns the listeners of a session that expires soon.
 */
export class Recheck {
  readonly #runtime: Runtime;
  readonly #wheel: TimerWheel<Connection>;
  readonly #everySeconds: number;
  readonly #onEnded: (caller: Caller) => void;

  /** `onEnded` is called with each caller whose session has ended. */
  constructor(runtime: Runtime, onEnded: (caller: Caller) => void) {
    this.#runtime = runtime;
    this.#onEnded = onEnded;
    this.#wheel = new TimerWheel(Math.floor(runtime.now().getTime() / 1_000));
    // A read from SQLite costs almost nothing; Firestore charges for each document.
    this.#everySeconds = runtime.env.FIRESTORE_PROJECT_ID === undefined ? 30 : 120;
  }

  /** Schedules the recheck of a connection for when its last read is one interval old. */
  add(connection: Connection, nowMs: number): void {
    const left = this.#everySeconds - (nowMs - connection.checkedAtMs) / 1_000;
    this.#wheel.add(connection, Math.min(this.#everySeconds, left));
  }

  /** Returns whether the last read of the caller is still valid. */
  isFresh({ checkedAtMs, sessionEndsMs }: SessionRead, nowMs: number): boolean {
    // The clock may have been set back. The age of a read from the future is unknown, so the difference counts in both
    // directions.
    return Math.abs(nowMs - checkedAtMs) < this.#everySeconds * 1_000 && nowMs < sessionEndsMs;
  }

  async tick(nowMs: number): Promise<void> {
    const due = this.#wheel.turnTo(Math.floor(nowMs / 1_000)).filter(({ isOpen }) => isOpen);
    for (const connection of due) this.#wheel.add(connection, this.#everySeconds);
    const bySession = [...Map.groupBy(due, ({ caller }) => caller.session.id).values()];
    for (let from = 0; from < bySession.length; from += ROWS)
      await this.#readAgain(bySession.slice(from, from + ROWS), nowMs);
  }

  /** Rereads each session once for all its connections. */
  async #readAgain(connections: readonly Connection[][], nowMs: number): Promise<void> {
    const { data, now, log } = this.#runtime;
    const callers = connections.flatMap(([connection]) => (connection ? [connection.caller] : []));
    try {
      const [sessions, users] = await Promise.all([
        data.getMany(
          Sessions,
          callers.map(({ session }) => session.id),
        ),
        data.getMany(
          Users,
          callers.map(({ user }) => user.id),
        ),
      ]);
      for (const [at, own] of connections.entries()) {
        const caller = signedInOf(sessions[at], users[at], now());
        if (!caller) {
          for (const { caller: endedCaller } of own.slice(0, 1)) this.#onEnded(endedCaller);
          continue;
        }
        for (const connection of own) {
          connection.caller = caller;
          connection.checkedAtMs = nowMs;
          warn(connection, caller.session, now());
        }
      }
    } catch (error) {
      log('warn', 'tunnel.recheck_failed', { error, connections: connections.flat().length });
    }
  }
}

/** Sends one warning that the session ends soon, when the connection listens to the user's inbox. */
function warn(connection: Connection, { expiresAt, idleExpiresAt }: Caller['session'], now: Date): void {
  const end = expiresAt < idleExpiresAt ? expiresAt : idleExpiresAt;
  const inSeconds = Math.floor((Date.parse(end) - now.getTime()) / 1_000);
  const isSoon = inSeconds <= EXPIRY_WARNING_SECONDS;
  if (isSoon && !connection.hasBeenWarned && connection.subscriptions.has('user:inbox'))
    connection.sendFrame({
      type: 'event',
      channel: 'user:inbox',
      event: 'session.expiring',
      at: now.toISOString(),
      data: { inSeconds },
    });
  connection.hasBeenWarned = isSoon;
}
