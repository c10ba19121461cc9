import type { Revocation } from '#lib/auth/revoke-connections.ts';
import { CONTROL_CHANNEL } from '#lib/context/ports/values.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import type { BusEvent } from '#lib/tunnel/bus/bus.ts';
import { BusLine } from '#lib/tunnel/bus/bus-line.ts';
import { Dispatch } from '#lib/tunnel/channels/dispatch.ts';
import { OpenChannels } from '#lib/tunnel/channels/open-channels.ts';
import type { ChannelSources } from '#lib/tunnel/channels/sources.ts';
import { HEARTBEAT_SECONDS, MAX_CHANNELS, MAX_FRAME_BYTES } from '#lib/tunnel/limits.ts';
import type { TunnelBus } from '#lib/tunnel/ports.ts';
import type { Caller, Line, OpenOptions } from '#lib/tunnel/tunnel.ts';
import { closeCodes, TUNNEL_PROTOCOL } from '#lib/tunnel/values.ts';
import type { Connection, Host } from './connection.ts';
import { ConnectionRegistry } from './connection-registry.ts';
import { askToReconnect, Heartbeat } from './heartbeat.ts';
import { receive } from './receive.ts';
import type { TunnelSink } from './sink.ts';

const TICK_MS = 1_000;

/**
 * The tunnel of one process: its connections, their channels, and the bus to the other processes. Each transport
 * implements a sink. The hub stores no events: missed events are read from the rows.
 */
export class TunnelHub {
  readonly #runtime: Runtime;
  readonly #sources: ChannelSources;
  readonly #registry: ConnectionRegistry;
  readonly #channels: OpenChannels;
  readonly #line: BusLine;
  readonly #dispatch: Dispatch;
  readonly #heartbeat: Heartbeat;
  readonly #host: Host;
  #toFlush: Connection[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isClosing = false;

  constructor(runtime: Runtime, bus: TunnelBus, sources: ChannelSources) {
    this.#runtime = runtime;
    this.#sources = sources;
    this.#registry = new ConnectionRegistry(runtime);
    this.#channels = new OpenChannels(runtime, sources);
    this.#line = new BusLine(runtime, bus, (event) => {
      if (event.channel === CONTROL_CHANNEL) this.#handleControl(event);
      else this.#dispatch.take(event);
    });
    this.#dispatch = new Dispatch({ runtime, sources, channels: this.#channels, origin: this.#line.origin });
    this.#heartbeat = new Heartbeat(this.#nowMs());
    this.#host = {
      nowMs: () => this.#nowMs(),
      flushSoon: (connection) => this.#flushSoon(connection),
      receive: (connection, text) => receive({ runtime, channels: this.#channels }, connection, text),
      left: (connection) => this.#left(connection),
    };
  }

  /** Delivers events to the listeners here at once and publishes them on the bus. A failure of the bus is only logged. */
  publish(events: readonly Omit<BusEvent, 'id' | 'origin'>[]): Promise<void> {
    return this.#line.publish(events);
  }

  /** Returns whether this user is connected to this process, or another process confirms a connection in time. */
  async isLive(userId: string): Promise<boolean> {
    return this.#registry.has(userId) || this.#line.isLiveElsewhere(userId);
  }

  /** Opens a connection over a sink; the code that calls this has verified the session. */
  open(caller: Caller, sink: TunnelSink, options: OpenOptions = {}): Line {
    const connection = this.#registry.add(caller, sink, this.#host, options);
    if (!this.#isClosing) this.#start();
    if (this.#registry.isRevoked(caller)) {
      connection.end(closeCodes.revoked, 'signed out');
      return connection;
    }
    if (sink.transport !== 'poll') this.#welcome(connection);
    if (this.#isClosing) {
      askToReconnect(connection, 'shutdown');
      return connection;
    }
    this.#heartbeat.add(connection, this.#nowMs());
    this.#registry.supervise(connection);
    return connection;
  }

  /**
   * Returns the caller of a present or recent connection while the last read of the session is still valid, otherwise
   * null.
   */
  findCaller(userId: string, sessionId: string): Caller | null {
    return this.#registry.find(userId, sessionId);
  }

  /** Runs once a second: sends heartbeats and rechecks sessions, in case a revocation was missed. */
  async tick(): Promise<void> {
    this.#heartbeat.tick(this.#nowMs());
    await this.#registry.tick();
    if (this.#registry.isEmpty) this.#stop();
  }

  /** Disconnects all clients. Each client reconnects at a random moment. */
  async close(): Promise<void> {
    this.#isClosing = true;
    for (const connection of this.#registry.connections()) askToReconnect(connection, 'shutdown');
    this.#dispatch.close();
    this.#stop();
    await this.#line.close();
  }

  /** The number of connections and channels, for tests and health checks. */
  get load(): { readonly connections: number; readonly channels: number } {
    return { connections: this.#registry.connections().length, channels: this.#channels.byKey.size };
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

  /** Flushes all connections that received frames in this turn of the event loop. */
  #flushSoon(connection: Connection): void {
    if (this.#toFlush.push(connection) > 1) return;
    setImmediate(() => {
      const waiting = this.#toFlush;
      const nowMs = this.#nowMs();
      this.#toFlush = [];
      for (const queued of waiting) queued.flush(nowMs);
    });
  }

  #left(connection: Connection): void {
    this.#channels.left(connection);
    const isLast = this.#registry.remove(connection);
    // A client polls again after each response, and a user reconnects after a shutdown. In both cases the user has not
    // left.
    if (isLast && !this.#isClosing && connection.transport !== 'poll')
      for (const source of new Set(Object.values(this.#sources))) source.personLeft?.(connection.userId);
  }

  /**
   * Starts the timer and the bus subscription with the first connection. Both run until the last cached session has
   * expired, because a revocation must reach cached sessions too.
   */
  #start(): void {
    if (this.#timer) return;
    this.#timer = setInterval(() => void this.tick(), TICK_MS).unref();
    this.#line.countListener(1);
  }

  #stop(): void {
    if (!this.#timer) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#line.countListener(-1);
  }

  #handleControl({ event, data }: BusEvent): void {
    if (event === 'session.revoked') this.#registry.revoke(data as Revocation);
    const { askId, userId } = data as { readonly askId: string; readonly userId: string };
    if (event === 'live.asked' && this.#registry.has(userId)) this.#line.confirmLive(askId);
    if (event === 'live.answered') this.#line.receiveConfirmation(askId);
  }
}
