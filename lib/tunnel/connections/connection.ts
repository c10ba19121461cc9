import type { TunnelChannel } from '#lib/tunnel/channels/channels.ts';
import type { Subscription } from '#lib/tunnel/channels/subscription.ts';
import { MAX_CHANNELS } from '#lib/tunnel/limits.ts';
import type { ServerFrame } from '#lib/tunnel/schemas/frame.ts';
import type { Caller, Line, OpenOptions } from '#lib/tunnel/tunnel.ts';
import { type CloseCode, closeCodes, type Transport } from '#lib/tunnel/values.ts';
import { Allowance } from './allowance.ts';
import { Frame } from './frame.ts';
import { SendQueue } from './send-queue.ts';
import type { TunnelSink } from './sink.ts';

/** What a connection needs from its hub. */
export type Host = {
  readonly nowMs: () => number;
  /** Schedules `flush` for the end of this turn of the event loop. */
  readonly flushSoon: (connection: Connection) => void;
  readonly receive: (connection: Connection, text: string) => void;
  readonly left: (connection: Connection) => void;
};

/** One connected client, over any transport. */
export class Connection implements Line {
  readonly id: string;
  /** When the session was last read from the store. */
  checkedAtMs: number;
  readonly transport: Transport;
  /** Null once the connection has ended. The timer wheels keep it until its turn, and must not keep the socket. */
  #sink: TunnelSink | null;
  readonly options: OpenOptions;
  readonly subscriptions = new Map<TunnelChannel, Subscription>();
  readonly allowance: Allowance;
  #caller: Caller;
  #sessionEndsMs: number | undefined;
  readonly #host: Host;
  readonly #queue = new SendQueue();
  #isFlushing = false;
  /** When the client last sent something, and when the server last sent something. */
  receivedAtMs: number;
  sentAtMs: number;
  hasBeenWarned = false;
  /** Processes the client's frames one after another. */
  work: Promise<void> | null = null;

  constructor(id: string, caller: Caller, sink: TunnelSink, host: Host, options: OpenOptions) {
    this.id = id;
    this.#caller = caller;
    this.transport = sink.transport;
    this.#sink = sink;
    this.options = options;
    this.#host = host;
    this.receivedAtMs = host.nowMs();
    this.sentAtMs = this.receivedAtMs;
    this.checkedAtMs = this.receivedAtMs;
    this.allowance = new Allowance(this.receivedAtMs);
  }

  get caller(): Caller {
    return this.#caller;
  }

  set caller(caller: Caller) {
    this.#caller = caller;
    this.#sessionEndsMs = undefined;
  }

  /** When the session ends, according to the last read. */
  get sessionEndsMs(): number {
    const { expiresAt, idleExpiresAt } = this.#caller.session;
    this.#sessionEndsMs ??= Math.min(Date.parse(expiresAt), Date.parse(idleExpiresAt));
    return this.#sessionEndsMs;
  }

  get userId(): string {
    return this.#caller.user.id;
  }

  get isOpen(): boolean {
    return this.#sink !== null;
  }

  get isFull(): boolean {
    return this.subscriptions.size >= MAX_CHANNELS;
  }

  sendFrame(frame: ServerFrame): void {
    this.send(new Frame(frame));
  }

  /** Sends the first frame at once, so that it leaves together with the response that opens the connection. */
  greet(frame: ServerFrame, nowMs: number): void {
    this.#queue.push(new Frame(frame));
    this.flush(nowMs);
  }

  send(frame: Frame): void {
    if (!this.isOpen) return;
    this.#queue.push(frame);
    this.drained();
  }

  drained(): void {
    if (this.#isFlushing || !this.isOpen || this.#queue.isEmpty) return;
    this.#isFlushing = true;
    this.#host.flushSoon(this);
  }

  /** Writes the queued frames. Disconnects a client that reads too slowly; it can reconnect with its cursors. */
  flush(nowMs: number): void {
    this.#isFlushing = false;
    if (!this.#sink) return;
    this.sentAtMs = nowMs;
    if (!this.#queue.flush(this.#sink)) this.end(closeCodes.slow, 'too slow');
  }

  receive(text: string): void {
    if (!this.isOpen) return;
    this.alive();
    this.#host.receive(this, text);
  }

  ping(): void {
    this.sentAtMs = this.#host.nowMs();
    this.#sink?.ping();
  }

  alive(): void {
    this.receivedAtMs = this.#host.nowMs();
  }

  /** Ends the connection from the server side, after the queued frames. */
  end(code: CloseCode, reason: string): void {
    const sink = this.#sink;
    if (!sink) return;
    if (code !== closeCodes.slow) this.#queue.flush(sink);
    this.gone();
    sink.end(code, reason);
  }

  gone(): void {
    if (!this.#sink) return;
    this.#sink = null;
    this.#queue.clear();
    this.#host.left(this);
  }
}
