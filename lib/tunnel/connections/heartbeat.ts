import { HEARTBEAT_SECONDS, RECONNECT_SPREAD_MS, SILENCE_SECONDS, SSE_HEARTBEAT_SECONDS } from '#lib/tunnel/limits.ts';
import { closeCodes, type ReconnectReason } from '#lib/tunnel/values.ts';
import type { Connection } from './connection.ts';
import { TimerWheel } from './timer-wheel.ts';

/** How long before the platform cuts a connection the server sends `reconnect`. */
const BEFORE_CUT_SECONDS = 15;

/** Pings silent clients and closes connections that stay silent. The hub calls `tick` once a second. */
export class Heartbeat {
  readonly #wheel: TimerWheel<Connection>;

  constructor(nowMs: number) {
    this.#wheel = new TimerWheel(secondOf(nowMs));
  }

  add(connection: Connection, nowMs: number): void {
    const { transport } = connection;
    if (transport !== 'poll')
      this.#scheduleCheck(connection, transport === 'sse' ? SSE_HEARTBEAT_SECONDS : HEARTBEAT_SECONDS, nowMs);
  }

  tick(nowMs: number): void {
    for (const connection of this.#wheel.turnTo(secondOf(nowMs))) {
      if (!connection.isOpen) continue;
      if (secondsUntilReconnect(connection, nowMs) <= 0) askToReconnect(connection, 'max_duration');
      else if (connection.transport === 'sse') this.#ping(connection, SSE_HEARTBEAT_SECONDS, nowMs);
      else this.#checkSilence(connection, nowMs);
    }
  }

  #checkSilence(connection: Connection, nowMs: number): void {
    // The clock was set back, so the length of the silence is unknown. The client is pinged, and the silence is counted
    // from now.
    if (connection.receivedAtMs > nowMs) {
      connection.receivedAtMs = nowMs;
      this.#ping(connection, HEARTBEAT_SECONDS, nowMs);
      return;
    }
    const silence = (nowMs - connection.receivedAtMs) / 1_000;
    // A client that only sends must receive something too, because the client closes a connection that is silent.
    const quiet = Math.max(silence, (nowMs - connection.sentAtMs) / 1_000);
    if (silence >= SILENCE_SECONDS) connection.end(closeCodes.silent, 'no pong');
    else if (quiet < HEARTBEAT_SECONDS) this.#scheduleCheck(connection, HEARTBEAT_SECONDS - quiet, nowMs);
    else this.#ping(connection, SILENCE_SECONDS - silence, nowMs);
  }

  #ping(connection: Connection, again: number, nowMs: number): void {
    connection.ping();
    this.#scheduleCheck(connection, again, nowMs);
  }

  #scheduleCheck(connection: Connection, seconds: number, nowMs: number): void {
    this.#wheel.add(connection, Math.min(seconds, secondsUntilReconnect(connection, nowMs)));
  }
}

const secondOf = (ms: number): number => Math.floor(ms / 1_000);

/** Returns the seconds until the server must send `reconnect`, before the platform cuts the connection. */
const secondsUntilReconnect = ({ options: { endsAtMs } }: Connection, nowMs: number): number =>
  endsAtMs === undefined ? Number.POSITIVE_INFINITY : (endsAtMs - nowMs) / 1_000 - BEFORE_CUT_SECONDS;

/** Sends `reconnect` with a random delay and ends the connection. */
export function askToReconnect(connection: Connection, reason: ReconnectReason): void {
  connection.sendFrame({ type: 'reconnect', afterMs: Math.floor(Math.random() * (RECONNECT_SPREAD_MS + 1)), reason });
  connection.end(closeCodes.restart, reason);
}
