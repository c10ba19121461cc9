import type { Revocation } from '#lib/auth/revoke-connections.ts';
import { CONTROL_CHANNEL } from '#lib/context/ports/values.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import type { BusEvent } from '#lib/tunnel/bus/bus.ts';
import { BusLine } from '#lib/tunnel/bus/bus-line.ts';
import { Dispatch } from '#lib/tunnel/channels/dispatch.ts';
import type { ChannelSources } from '#lib/tunnel/channels/sources.ts';
import { Topics } from '#lib/tunnel/channels/topics.ts';
import type { TunnelBus } from '#lib/tunnel/ports.ts';
import type { Caller, Line, OpenOptions } from '#lib/tunnel/tunnel.ts';
import { closeCodes, HEARTBEAT_SECONDS, MAX_CHANNELS, MAX_FRAME_BYTES, TUNNEL_PROTOCOL } from '#lib/tunnel/values.ts';
import type { Connection, Host } from './connection.ts';
import { People } from './people.ts';
import { Pulse, sendOn } from './pulse.ts';
import { type Deeds, receive } from './receive.ts';
import type { TunnelSink } from './sink.ts';

const TICK_MS = 1_000;

/**
 * Holds everything of the tunnel in one process: connections, their channels, and the line to the other processes.
 * Transports implement its sinks. The hub stores no events: missed events are read from the rows.
 */
export class TunnelHub {
  readonly #runtime: Runtime;
  readonly #sources: ChannelSources;
  readonly #people: People;
  readonly #topics: Topics;
  readonly #line: BusLine;
  readonly #dispatch: Dispatch;
  readonly #pulse: Pulse;
  readonly #host: Host;
  #toFlush: Connection[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isClosing = false;

  constructor(runtime: Runtime, bus: TunnelBus, sources: ChannelSources) {
    this.#runtime = runtime;
    this.#sources = sources;
    this.#people = new People(runtime);
    this.#topics = new Topics(runtime, sources);
    this.#line = new BusLine(runtime, bus, (event) => {
      if (event.channel === CONTROL_CHANNEL) this.#obey(event);
      else this.#dispatch.take(event);
    });
    this.#dispatch = new Dispatch({ runtime, sources, topics: this.#topics, origin: this.#line.origin });
    this.#pulse = new Pulse(this.#nowMs());
    const deeds: Deeds = {
      nowMs: () => this.#nowMs(),
      log: runtime.log,
      subscribe: (connection, channel, since, answer) => this.#topics.subscribe(connection, channel, since, answer),
      unsubscribe: (connection, channel) => this.#topics.unsubscribe(connection, channel),
      take: (connection, channel, data) => this.#topics.take(connection, channel, data),
    };
    this.#host = {
      nowMs: () => this.#nowMs(),
      flushSoon: (connection) => this.#flushSoon(connection),
      receive: (connection, text) => receive(deeds, connection, text),
      left: (connection) => this.#left(connection),
    };
  }

  /** Delivers events to the listeners here at once and publishes them on the bus. A failure of the bus is only logged. */
  publish(events: readonly Omit<BusEvent, 'id' | 'origin'>[]): Promise<void> {
    return this.#line.publish(events);
  }

  /** Whether this user is connected here, or another process reports a connection in time. */
  async isLive(userId: string): Promise<boolean> {
    return this.#people.has(userId) || this.#line.isLiveElsewhere(userId);
  }

  /** Opens a connection over a sink; the code that calls this has verified the session. */
  open(caller: Caller, sink: TunnelSink, options: OpenOptions = {}): Line {
    const connection = this.#people.enter(caller, sink, this.#host, options);
    if (!this.#isClosing) this.#attend();
    if (this.#people.isRevoked(caller)) {
      connection.end(closeCodes.revoked, 'signed out');
      return connection;
    }
    if (sink.transport !== 'poll') this.#welcome(connection);
    if (this.#isClosing) {
      sendOn(connection, 'shutdown');
      return connection;
    }
    this.#pulse.add(connection, this.#nowMs());
    this.#people.keep(connection);
    return connection;
  }

  /**
   * Returns the caller of a present or recent connection while the last read of the session is still valid, otherwise
   * null.
   */
  findCaller(userId: string, sessionId: string): Caller | null {
    return this.#people.find(userId, sessionId);
  }

  /** Runs once a second: sends heartbeats and rechecks sessions, in case a revocation was missed. */
  async tick(): Promise<void> {
    this.#pulse.beat(this.#nowMs());
    await this.#people.beat();
    if (this.#people.isForgotten) this.#rest();
  }

  /** Disconnects all clients. Each client reconnects at a random moment. */
  async close(): Promise<void> {
    this.#isClosing = true;
    for (const connection of this.#people.connections()) sendOn(connection, 'shutdown');
    this.#dispatch.close();
    this.#rest();
    await this.#line.close();
  }

  /** The number of connections and channels, for tests and health checks. */
  get load(): { readonly connections: number; readonly channels: number } {
    return { connections: this.#people.connections().length, channels: this.#topics.byKey.size };
  }

  #nowMs(): number {
    return this.#runtime.now().getTime();
  }

  #welcome(connection: Connection): void {
    const now = this.#runtime.now();
    connection.greet(
      {
        type: 'welcome',
        connectionId: connection.id,
        userId: connection.userId,
        protocol: TUNNEL_PROTOCOL,
        heartbeat: HEARTBEAT_SECONDS,
        serverTime: now.toISOString(),
        limits: { channels: MAX_CHANNELS, frameBytes: MAX_FRAME_BYTES },
      },
      now.getTime(),
    );
  }

  /** Flushes all connections with frames of this turn of the event loop together. */
  #flushSoon(connection: Connection): void {
    if (this.#toFlush.push(connection) > 1) return;
    setImmediate(() => {
      const waiting = this.#toFlush;
      const nowMs = this.#nowMs();
      this.#toFlush = [];
      for (const one of waiting) one.flush(nowMs);
    });
  }

  #left(connection: Connection): void {
    this.#topics.left(connection);
    const isLast = this.#people.leave(connection);
    // The next poll follows an answered poll, and the user reconnects after a shutdown: neither means that the user
    // left.
    if (isLast && !this.#isClosing && connection.sink.transport !== 'poll')
      for (const source of new Set(Object.values(this.#sources))) source.personLeft?.(connection.userId);
  }

  /**
   * Starts the timer and the bus subscription with the first connection. They run until the last cached session is
   * forgotten, because such a session may be revoked meanwhile.
   */
  #attend(): void {
    if (this.#timer) return;
    this.#timer = setInterval(() => void this.tick(), TICK_MS).unref();
    this.#line.hear(1);
  }

  #rest(): void {
    if (!this.#timer) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#line.hear(-1);
  }

  #obey({ event, data }: BusEvent): void {
    if (event === 'session.revoked') this.#people.revoke(data as Revocation);
    const { askId, userId } = data as { readonly askId: string; readonly userId: string };
    if (event === 'live.asked' && this.#people.has(userId)) this.#line.sayLive(askId);
    if (event === 'live.answered') this.#line.heardLive(askId);
  }
}
