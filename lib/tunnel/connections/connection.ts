import type { TunnelChannel } from '#lib/tunnel/channels/channels.ts';
import type { Subscription } from '#lib/tunnel/channels/subscription.ts';
import type { ServerFrame } from '#lib/tunnel/schemas/frame.ts';
import type { Caller, Line, OpenOptions } from '#lib/tunnel/tunnel.ts';
import { type CloseCode, closeCodes, MAX_CHANNELS } from '#lib/tunnel/values.ts';
import { Allowance } from './allowance.ts';
import { Frame } from './frame.ts';
import { SendQueue } from './send-queue.ts';
import type { TunnelSink } from './sink.ts';

/** What a connection asks of the hub it belongs to. */
export type Host = {
  readonly nowMs: () => number;
  /** Has `flush` called once this turn is over. */
  readonly flushSoon: (connection: Connection) => void;
  readonly receive: (connection: Connection, text: string) => void;
  readonly left: (connection: Connection) => void;
};

/** One client that listens, over whatever transport. */
export class Connection implements Line {
  readonly id: string;
  /** When the store was last asked for their session. */
  checkedAtMs: number;
  readonly sink: TunnelSink;
  readonly options: OpenOptions;
  readonly subscriptions = new Map<TunnelChannel, Subscription>();
  readonly allowance: Allowance;
  #caller: Caller;
  #sessionEndsMs: number | undefined;
  readonly #host: Host;
  readonly #queue = new SendQueue();
  #isFlushing = false;
  #isOpen = true;
  /** When it was last heard, and last told something. */
  heardAtMs: number;
  sentAtMs: number;
  hasBeenWarned = false;
  /** The client's frames, worked off one after another. */
  work: Promise<void> | null = null;

  constructor(id: string, caller: Caller, sink: TunnelSink, host: Host, options: OpenOptions) {
    this.id = id;
    this.#caller = caller;
    this.sink = sink;
    this.options = options;
    this.#host = host;
    this.heardAtMs = host.nowMs();
    this.sentAtMs = this.heardAtMs;
    this.checkedAtMs = this.heardAtMs;
    this.allowance = new Allowance(this.heardAtMs);
  }

  get caller(): Caller {
    return this.#caller;
  }

  set caller(caller: Caller) {
    this.#caller = caller;
    this.#sessionEndsMs = undefined;
  }

  /** By what was last read of it. */
  get sessionEndsMs(): number {
    const { expiresAt, idleExpiresAt } = this.#caller.session;
    this.#sessionEndsMs ??= Math.min(Date.parse(expiresAt), Date.parse(idleExpiresAt));
    return this.#sessionEndsMs;
  }

  get userId(): string {
    return this.#caller.user.id;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get isFull(): boolean {
    return this.subscriptions.size >= MAX_CHANNELS;
  }

  say(frame: ServerFrame): void {
    this.send(new Frame(frame));
  }

  /** The first word, which goes along with what opens the line. */
  greet(frame: ServerFrame, nowMs: number): void {
    this.#queue.push(new Frame(frame));
    this.flush(nowMs);
  }

  send(frame: Frame): void {
    if (!this.#isOpen) return;
    this.#queue.push(frame);
    this.drained();
  }

  drained(): void {
    if (this.#isFlushing || !this.#isOpen || this.#queue.isEmpty) return;
    this.#isFlushing = true;
    this.#host.flushSoon(this);
  }

  /** Hands over what has gathered; a reader who is too slow is sent away and comes back with its cursors. */
  flush(nowMs: number): void {
    this.#isFlushing = false;
    if (!this.#isOpen) return;
    this.sentAtMs = nowMs;
    if (!this.#queue.flush(this.sink)) this.end(closeCodes.slow, 'too slow');
  }

  receive(text: string): void {
    if (!this.#isOpen) return;
    this.heard();
    this.#host.receive(this, text);
  }

  ping(): void {
    this.sentAtMs = this.#host.nowMs();
    this.sink.ping();
  }

  heard(): void {
    this.heardAtMs = this.#host.nowMs();
  }

  /** Ends it from this side, after what has gathered. */
  end(code: CloseCode, reason: string): void {
    if (!this.#isOpen) return;
    if (code !== closeCodes.slow) this.#queue.flush(this.sink);
    this.gone();
    this.sink.end(code, reason);
  }

  gone(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#host.left(this);
  }
}
