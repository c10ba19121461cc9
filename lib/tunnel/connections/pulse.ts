import {
  closeCodes,
  HEARTBEAT_SECONDS,
  RECONNECT_SPREAD_MS,
  type ReconnectReason,
  SILENCE_SECONDS,
  SSE_HEARTBEAT_SECONDS,
} from '#lib/tunnel/values.ts';
import type { Connection } from './connection.ts';
import { Wheel } from './wheel.ts';

/** How long before the platform cuts a connection its client is told to reconnect. */
const BEFORE_CUT_SECONDS = 15;

/** Checks each connection when it is due: pings a silent client and closes one that stays silent. The hub calls `beat`. */
export class Pulse {
  readonly #wheel: Wheel<Connection>;

  constructor(nowMs: number) {
    this.#wheel = new Wheel(secondOf(nowMs));
  }

  add(connection: Connection, nowMs: number): void {
    const { transport } = connection.sink;
    if (transport !== 'poll')
      this.#lookAgain(connection, transport === 'sse' ? SSE_HEARTBEAT_SECONDS : HEARTBEAT_SECONDS, nowMs);
  }

  beat(nowMs: number): void {
    for (const connection of this.#wheel.turnTo(secondOf(nowMs))) {
      if (!connection.isOpen) continue;
      if (untilSentOn(connection, nowMs) <= 0) sendOn(connection, 'max_duration');
      else if (connection.sink.transport === 'sse') this.#ping(connection, SSE_HEARTBEAT_SECONDS, nowMs);
      else this.#listenTo(connection, nowMs);
    }
  }

  #listenTo(connection: Connection, nowMs: number): void {
    // The clock was set back, so the length of the silence is unknown. The client is pinged, and the silence is counted
    // from now.
    if (connection.heardAtMs > nowMs) {
      connection.heardAtMs = nowMs;
      this.#ping(connection, HEARTBEAT_SECONDS, nowMs);
      return;
    }
    const silence = (nowMs - connection.heardAtMs) / 1_000;
    // A client that only sends must also receive something now and then, because it takes silence for a dead connection.
    const quiet = Math.max(silence, (nowMs - connection.sentAtMs) / 1_000);
    if (silence >= SILENCE_SECONDS) connection.end(closeCodes.silent, 'no pong');
    else if (quiet < HEARTBEAT_SECONDS) this.#lookAgain(connection, HEARTBEAT_SECONDS - quiet, nowMs);
    else this.#ping(connection, SILENCE_SECONDS - silence, nowMs);
  }

  #ping(connection: Connection, again: number, nowMs: number): void {
    connection.ping();
    this.#lookAgain(connection, again, nowMs);
  }

  #lookAgain(connection: Connection, seconds: number, nowMs: number): void {
    this.#wheel.add(connection, Math.min(seconds, untilSentOn(connection, nowMs)));
  }
}

const secondOf = (ms: number): number => Math.floor(ms / 1_000);

/** Returns the seconds until this client must be told to reconnect, before the platform cuts the connection. */
const untilSentOn = ({ options: { endsAtMs } }: Connection, nowMs: number): number =>
  endsAtMs === undefined ? Number.POSITIVE_INFINITY : (endsAtMs - nowMs) / 1_000 - BEFORE_CUT_SECONDS;

/** Ends a connection that may reconnect, after a random delay. */
export function sendOn(connection: Connection, reason: ReconnectReason): void {
  connection.say({ type: 'reconnect', afterMs: Math.floor(Math.random() * (RECONNECT_SPREAD_MS + 1)), reason });
  connection.end(closeCodes.restart, reason);
}
