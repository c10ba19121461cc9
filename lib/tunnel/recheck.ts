import { Sessions, Users } from '#lib/auth/collections.ts';
import { isLive } from '#lib/auth/current-user.ts';
import { endsOf } from '#lib/auth/session-life.ts';
import type { Runtime } from '#lib/core/runtime.ts';
import type { Connection } from './connection.ts';
import { closeCodes, EXPIRY_WARNING_SECONDS } from './values.ts';
import { Wheel } from './wheel.ts';

/** How many rows one read asks for. */
const ROWS = 250;

/**
 * The net under revocation: reads the session and the user of every connection again, each once per interval. A session
 * that is over ends its connections although no event said so; one that is about to end is announced.
 */
export class Recheck {
  readonly #runtime: Runtime;
  readonly #wheel: Wheel<Connection>;
  readonly #everySeconds: number;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
    this.#wheel = new Wheel(Math.floor(runtime.now().getTime() / 1_000));
    // A read of the file costs nothing to speak of; documents of Firestore are paid for one by one.
    this.#everySeconds = runtime.env.FIRESTORE_PROJECT_ID === undefined ? 30 : 120;
  }

  add(connection: Connection): void {
    this.#wheel.add(connection, this.#everySeconds);
  }

  async beat(nowMs: number): Promise<void> {
    const due = this.#wheel.turnTo(Math.floor(nowMs / 1_000)).filter(({ isOpen }) => isOpen);
    for (const connection of due) this.#wheel.add(connection, this.#everySeconds);
    for (let from = 0; from < due.length; from += ROWS) await this.#readAgain(due.slice(from, from + ROWS));
  }

  async #readAgain(connections: readonly Connection[]): Promise<void> {
    const { data, now, log } = this.#runtime;
    try {
      const [sessions, users] = await Promise.all([
        data.getMany(
          Sessions,
          connections.map(({ caller }) => caller.session.id),
        ),
        data.getMany(
          Users,
          connections.map(({ caller }) => caller.user.id),
        ),
      ]);
      for (const [at, connection] of connections.entries()) {
        const [session, user] = [sessions[at]?.data, users[at]?.data];
        if (!session || !user || !isLive(session, user, now())) connection.end(closeCodes.noSession, 'session is over');
        else warn(connection, endsOf(session, user.role), now());
      }
    } catch (error) {
      log('warn', 'tunnel.recheck_failed', { error, connections: connections.length });
    }
  }
}

type Ends = ReturnType<typeof endsOf>;

/** Says once that the session ends soon, where somebody listens for that. */
function warn(connection: Connection, { expiresAt, idleExpiresAt }: Ends, now: Date): void {
  const end = expiresAt < idleExpiresAt ? expiresAt : idleExpiresAt;
  const inSeconds = Math.floor((Date.parse(end) - now.getTime()) / 1_000);
  const isSoon = inSeconds <= EXPIRY_WARNING_SECONDS;
  if (isSoon && !connection.hasBeenWarned && connection.subscriptions.has('user:inbox'))
    connection.say({
      type: 'event',
      channel: 'user:inbox',
      event: 'session.expiring',
      at: now.toISOString(),
      data: { inSeconds },
    });
  connection.hasBeenWarned = isSoon;
}
