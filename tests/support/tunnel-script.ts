import { conversationIdOf } from '#lib/tunnel/channels/channels.ts';
import { formatCursor, parseCursor, stateCursor } from '#lib/tunnel/channels/cursor.ts';
import { MAX_RECOVERED } from '#lib/tunnel/limits.ts';
import type { ClientFrame, EventFrame, ServerFrame } from '#lib/tunnel/schemas/frame.ts';
import { type Transport, transports } from '#lib/tunnel/values.ts';
import type { Line, LineEvents, LineWorld, Negotiated, OpenLine, Place } from '#lib/web/tunnel/line.ts';
import type { HandClock } from './hand-clock.ts';

const LATENCY_MS = 5;
const HEARTBEAT_MS = 15_000;
const EPOCH = 'e1';

type Opened = {
  readonly transport: Transport;
  readonly events: LineEvents;
  readonly channels: Set<string>;
  isClosed: boolean;
};

/**
 * A server whose connections a test cuts, blocks and delays. It responds by the protocol, from a counted log of each
 * conversation and one count of unread notifications. No user is a member of the conversation `foreign`.
 */
export class TunnelScript {
  readonly #clock: HandClock;
  readonly #logs = new Map<string, EventFrame[]>();
  readonly lines: Opened[] = [];
  /** What clients have sent, in order. */
  readonly sent: ClientFrame[] = [];
  readonly asked: { readonly at: number }[] = [];
  /** Transports that connect and then let nothing through. */
  readonly blocked = new Set<Transport>();
  offered: readonly Transport[] = transports;
  isAway = false;
  /** True when connections stay open but nothing arrives through them any more. */
  isMute = false;
  isSignedOut = false;
  unread = 0;
  /** How many temporary refusals of a channel are still to come. */
  busyFor = 0;

  constructor(clock: HandClock) {
    this.#clock = clock;
  }

  /** Returns the browser as a client sees it. A `random` of 1 makes each wait as long as it may be. */
  world(storage = memory(), random = () => 1): LineWorld {
    const open = Object.fromEntries(transports.map((name) => [name, this.#opener(name)])) as Record<
      Transport,
      OpenLine
    >;
    return {
      open,
      storage,
      random,
      now: this.#clock.now,
      later: this.#clock.later,
      negotiate: async () => this.#ask(),
    };
  }

  get live(): readonly Opened[] {
    return this.lines.filter(({ isClosed }) => !isClosed);
  }

  publish(conversation: string, data: unknown = null): void {
    const log = this.#logOf(conversation);
    const rev = log.length + 1;
    const frame = this.#event(`conversation:${conversation}`, 'message.created', data, formatCursor(rev, EPOCH));
    log.push(frame);
    this.send(frame);
  }

  /** Publishes more events than can be recovered. Every subscribed connection stays open but is sent to REST. */
  flood(conversation: string): void {
    const channel = `conversation:${conversation}` as const;
    const listening = this.live.filter(({ channels }) => channels.has(channel));
    for (const line of listening) line.channels.delete(channel);
    const from = formatCursor(this.#logOf(conversation).length, EPOCH);
    for (let n = 0; n <= MAX_RECOVERED; n++) this.publish(conversation);
    for (const line of listening) {
      if (line.transport === 'poll') this.#subscribe(line, { channel, cursor: from });
      else this.#sendOn(line, { type: 'unsubscribed', channel, reason: 'server', resubscribe: true });
    }
  }

  count(unread: number): void {
    this.unread = unread;
    this.send(this.#count());
  }

  /** Sends a frame to every connection that is subscribed to its channel. */
  send(frame: EventFrame | Extract<ServerFrame, { type: 'unsubscribed' }>): void {
    for (const line of this.live) if (line.channels.has(frame.channel)) this.#sendOn(line, frame);
  }

  /** Sends a frame to every connection. */
  announce(frame: ServerFrame): void {
    for (const line of this.live) this.#sendOn(line, frame);
  }

  /** Ends every connection; frames in transit are lost. */
  cut(code = 1006): void {
    for (const line of this.live) this.#end(line, code);
  }

  #ask(): Negotiated {
    this.asked.push({ at: this.#clock.now() });
    if (this.isAway) return { is: 'away' };
    return this.isSignedOut ? { is: 'signed-out' } : { is: 'there', transports: this.offered };
  }

  #opener(transport: Transport): OpenLine {
    return (places, events): Line => {
      const line: Opened = { transport, events, channels: new Set(), isClosed: false };
      this.lines.push(line);
      this.#clock.later(() => this.#greet(line, places), LATENCY_MS);
      const close = () => {
        line.isClosed = true;
      };
      if (transport !== 'websocket') return { close };
      return {
        close,
        send: (frames) => this.#clock.later(() => frames.map((frame) => this.#take(line, frame)), LATENCY_MS),
      };
    };
  }

  #greet(line: Opened, places: readonly Place[]): void {
    if (line.isClosed || this.blocked.has(line.transport)) return;
    if (this.isAway || this.isSignedOut || !this.offered.includes(line.transport)) {
      this.#end(line, 1006);
      return;
    }
    this.#sendOn(line, {
      ...{ type: 'welcome', connectionId: 'con_1', userId: 'usr_1', protocol: 1, heartbeat: 25 },
      ...{ serverTime: new Date(this.#clock.now()).toISOString(), limits: { channels: 50, frameBytes: 16_384 } },
    });
    this.#beat(line);
    if (line.transport !== 'websocket') for (const place of places) this.#subscribe(line, place);
  }

  #beat(line: Opened): void {
    this.#clock.later(() => {
      if (line.isClosed) return;
      if (!this.isMute) this.#sendOn(line, { type: 'ping' });
      this.#beat(line);
    }, HEARTBEAT_MS);
  }

  #take(line: Opened, frame: ClientFrame): void {
    if (line.isClosed) return;
    this.sent.push(frame);
    if (frame.type === 'subscribe')
      for (const { channel, cursor } of frame.channels ?? [])
        this.#subscribe(line, { channel, cursor: cursor ?? null });
    if (frame.type === 'unsubscribe') line.channels.delete(frame.channel);
    if (frame.type === 'ping') this.#sendOn(line, { type: 'ack', id: frame.id ?? 1 });
  }

  #subscribe(line: Opened, { channel, cursor }: Place): void {
    if (this.busyFor > 0) {
      this.busyFor -= 1;
      this.#sendOn(line, refusal(channel, 'ServiceUnavailable', 503));
    } else if (channel === 'conversation:foreign') this.#sendOn(line, refusal(channel, 'NotFound', 404));
    else {
      line.channels.add(channel);
      this.#sendOn(line, this.#subscribed(channel, cursor));
    }
  }

  #subscribed(channel: string, cursor: Place['cursor']): ServerFrame {
    const id = conversationIdOf(channel);
    if (id === null) {
      const count = this.#count();
      return {
        type: 'subscribed',
        channel,
        cursor: stateCursor(String(this.unread)),
        ...(cursor !== null && { recovered: true }),
        events: cursor === count.cursor ? [] : [count],
      };
    }
    const log = this.#logOf(id);
    const head = { type: 'subscribed' as const, channel, cursor: formatCursor(log.length, EPOCH) };
    if (cursor === null) return { ...head, events: [] };
    const { rev, epoch } = parseCursor(cursor);
    const missed = rev === null || epoch !== EPOCH || rev > log.length ? null : log.slice(rev);
    if (!missed || missed.length > MAX_RECOVERED) return { ...head, recovered: false, events: [] };
    return { ...head, recovered: true, events: missed };
  }

  #count(): EventFrame {
    return this.#event('notifications:unread', 'count', { count: this.unread }, stateCursor(String(this.unread)));
  }

  #event(channel: string, event: EventFrame['event'], data: unknown, cursor: string): EventFrame {
    return { type: 'event', channel, event, data, cursor, at: new Date(this.#clock.now()).toISOString() };
  }

  #logOf(id: string): EventFrame[] {
    const log = this.#logs.get(id) ?? [];
    this.#logs.set(id, log);
    return log;
  }

  #sendOn(line: Opened, frame: ServerFrame): void {
    this.#clock.later(() => {
      if (!line.isClosed && !this.isMute) line.events.frame(frame);
    }, LATENCY_MS);
  }

  #end(line: Opened, code: number): void {
    line.isClosed = true;
    this.#clock.later(() => line.events.closed(code), LATENCY_MS);
  }
}

const refusal = (channel: string, error: string, statusCode: number): ServerFrame => ({
  ...{ type: 'error', channel, error, message: error, statusCode, temporary: statusCode === 503 },
});

/** Returns a browser storage that a test can inspect. */
export function memory(): LineWorld['storage'] {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}
