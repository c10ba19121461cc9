import { CROWDED_MS } from '#lib/tunnel/limits.ts';
import type { ClientFrame } from '#lib/tunnel/schemas/frame.ts';
import { closeCodes, type Transport } from '#lib/tunnel/values.ts';
import { NamedTimers } from '#lib/web/named-timers.ts';
import { Backoff } from './backoff.ts';
import { TunnelLadder } from './ladder.ts';
import type { LineWorld } from './line.ts';
import { type ReceivedFrame, TunnelLink } from './link.ts';
import type { Position } from './position.ts';
import type { TunnelStatus, TunnelUpdate } from './updates.ts';
import { TunnelWants } from './wants.ts';

/** Channels wanted within this time are requested in one frame. */
const GATHER_MS = 10;
/** How long to wait before a temporary refusal is retried. */
const RENEW_MS = 5000;

type ClientEvents = { update(update: TunnelUpdate): void; status(status: TunnelStatus): void };
type ErrorFrame = Extract<ReceivedFrame, { type: 'error' }>;

/**
 * One connection to the server for all wanted channels. It opens when the first channel is wanted. After any failure
 * it reconnects from the last position of each channel, on another transport if necessary. When the server announces
 * the end of a line, the client replaces the line first.
 */
export class TunnelClient {
  readonly #world: LineWorld;
  readonly #events: ClientEvents;
  readonly #wants = new TunnelWants();
  readonly #timers: NamedTimers<'open' | 'ask' | 'better'>;
  readonly #ladder: TunnelLadder;
  readonly #backoff: Backoff;
  /** The line in use, and the line that is being opened beside it or in its place. */
  #open: TunnelLink | null = null;
  #opening: TunnelLink | null = null;
  /** Increases with every request to the server, so that a late response is recognized. */
  #requests = 0;
  #end: 'signed-out' | 'refused' | 'closed' | null = null;
  #status: TunnelStatus = 'connecting';
  #clockOffsetMs = 0;

  constructor(world: LineWorld, events: ClientEvents) {
    this.#world = world;
    this.#events = events;
    this.#timers = new NamedTimers(world.later);
    this.#ladder = new TunnelLadder(world);
    this.#backoff = new Backoff(world.random);
  }

  get status(): TunnelStatus {
    return this.#status;
  }

  /** How far the server's clock is ahead of ours. */
  get clockOffsetMs(): number {
    return this.#clockOffsetMs;
  }

  /** Requests a channel from a position on, even when it is already wanted. Each request gets a `joined` update. */
  want(channel: string, cursor: Position = null): void {
    this.#wants.add(channel, cursor);
    this.#timers.set('ask', GATHER_MS, () => this.#ask());
  }

  drop(channel: string): void {
    if (!this.#wants.remove(channel)) return;
    this.#send([{ type: 'unsubscribe', channel }]);
    this.#timers.set('ask', GATHER_MS, () => this.#ask());
  }

  /** Publishes the typing state. Returns false when this line cannot send. */
  publishTyping(channel: string, isTyping: boolean): boolean {
    return this.#send([{ type: 'publish', channel, event: 'typing', data: { isTyping } }]);
  }

  /** Call this when the user returns to the page or the network is back. Ends pauses and tests a silent line. */
  wake(): void {
    if (this.#end === 'signed-out') void this.#askServer(() => this.#revive());
    if (this.#end) return;
    if (!this.#open?.tryOut()) this.#openLine();
  }

  /** Stops at sign-out: the client receives nothing more and does not reconnect. */
  signOut(): void {
    this.#stop('signed-out');
  }

  close(): void {
    this.#stop('closed');
  }

  /** Opens a line unless a line is being opened. The line in use stays until the server has responded on the new line. */
  #openLine(transport: Transport = this.#ladder.transport): void {
    if (this.#end || this.#opening || this.#wants.size === 0) return;
    this.#timers.clear('open');
    this.#requests += 1;
    const places = this.#wants.all();
    const link = new TunnelLink(this.#world, transport, places, {
      frame: (from, frame) => {
        if (this.#isOurs(from)) this.#take(from, frame);
      },
      closed: (from, code, retryAfterMs) => {
        if (this.#isOurs(from)) this.#closed(from, code, retryAfterMs);
      },
    });
    if (!link.line.send) this.#wants.askedAll(link.line, places);
    this.#opening = link;
    this.#updateStatus();
  }

  #isOurs(link: TunnelLink): boolean {
    return link === this.#open || link === this.#opening;
  }

  #opened(link: TunnelLink, serverTime: string): void {
    if (link !== this.#opening) return;
    const before = this.#open;
    [this.#open, this.#opening] = [link, null];
    if (before) this.#hangUp(before);
    this.#clockOffsetMs = Date.parse(serverTime) - this.#world.now();
    this.#ladder.opened(link.transport);
    link.opened(() => this.#backoff.reset());
    this.#tryBetterLater();
    this.#updateStatus();
    this.#ask();
  }

  #tryBetterLater(): void {
    const ms = this.#ladder.betterInMs;
    this.#timers.clear('better');
    if (ms !== null) this.#timers.set('better', ms, () => this.#openLine('websocket'));
  }

  #take(link: TunnelLink, frame: ReceivedFrame): void {
    switch (frame.type) {
      case 'welcome':
        this.#opened(link, frame.serverTime);
        return;
      case 'subscribed':
        this.#report(this.#wants.joined(link.line, frame));
        if (link === this.#open) this.#ask();
        return;
      case 'event':
        this.#report(this.#wants.received(frame));
        return;
      case 'unsubscribed':
        this.#report(this.#wants.ended(frame));
        if (frame.resubscribe) this.#ask();
        return;
      case 'error':
        this.#report(this.#wants.refused(link.line, frame));
        if (frame.temporary) this.#renewLater(frame);
        return;
      case 'reconnect':
        // A stream has no close code for too many connections.
        this.#timers.set('open', frame.reason === 'overload' ? CROWDED_MS : frame.afterMs, () => this.#openLine());
        return;
      case 'ack':
        return; // no caller waits for an ack
    }
  }

  #report(update: TunnelUpdate | null): void {
    if (update) this.#events.update(update);
  }

  #renewLater({ channel, retryAfter }: ErrorFrame): void {
    if (channel === undefined) return;
    const ms = retryAfter === undefined ? RENEW_MS : retryAfter * 1000;
    this.#world.later(() => {
      this.#wants.renew(channel);
      if (!this.#end) this.#ask();
    }, ms);
  }

  /** Requests wanted channels that were not requested yet. Closes the line when no channel is wanted. */
  #ask(): void {
    if (this.#end) return;
    if (this.#wants.size === 0) {
      this.#closeLines();
      this.#updateStatus();
      return;
    }
    if (!this.#open) {
      if (!this.#timers.has('open')) this.#openLine();
      return;
    }
    const { line, transport } = this.#open;
    if (!line.send) {
      // The channels of such a line cannot change. A new line with all channels replaces it.
      if (this.#wants.hasDue(line)) this.#openLine(transport);
      return;
    }
    this.#open.subscribe(this.#wants.due(line));
  }

  #send(frames: readonly ClientFrame[]): boolean {
    const send = this.#open?.line.send;
    send?.(frames);
    return send !== undefined;
  }

  #closed(link: TunnelLink, code: number, retryAfterMs?: number): void {
    this.#wants.lost(link.line);
    if (code === closeCodes.noSession) {
      this.#stop('signed-out');
      return;
    }
    if (link === this.#opening) {
      this.#opening = null;
      this.#unopened(link, retryAfterMs);
      return;
    }
    this.#open = null;
    if (code === closeCodes.badFrame) {
      this.#stop('refused');
      return;
    }
    if (code === closeCodes.revoked) void this.#askServer(() => this.#tryLater());
    else if (code === closeCodes.tooMany) this.#timers.set('open', CROWDED_MS, () => this.#openLine());
    // A reconnect planned by the server stays planned.
    else if (!this.#opening && !this.#timers.has('open')) this.#tryLater(retryAfterMs);
    this.#updateStatus();
  }

  /** Handles a line that failed to open. Asks the server whether the transport or the server is the cause. */
  #unopened(link: TunnelLink, retryAfterMs?: number): void {
    const wasBetter = link.transport !== this.#ladder.transport;
    if (wasBetter) {
      this.#ladder.triedBetter();
      this.#tryBetterLater();
      if (this.#open) {
        this.#ask();
        return;
      }
    }
    if (retryAfterMs !== undefined) {
      this.#tryLater(retryAfterMs);
      return;
    }
    void this.#askServer((offered) => {
      if (!wasBetter) this.#ladder.missed(offered);
      this.#tryLater();
    });
  }

  /** Asks the server whether it is available and the user is still signed in. If so, calls `there`. */
  async #askServer(there: (offered: readonly Transport[]) => void): Promise<void> {
    this.#requests += 1;
    const request = this.#requests;
    const answer = await this.#world.negotiate();
    if (request !== this.#requests || this.#end === 'closed') return;
    if (answer.is === 'there') there(answer.transports);
    else if (answer.is === 'signed-out') this.#stop('signed-out');
    else if (!this.#end) this.#tryLater(answer.retryAfterMs);
  }

  #tryLater(atLeastMs = 0): void {
    this.#timers.set('open', atLeastMs + this.#backoff.nextMs(), () => this.#openLine());
    this.#updateStatus();
  }

  #revive(): void {
    this.#end = null;
    this.#backoff.reset();
    this.#openLine();
    this.#updateStatus();
  }

  #closeLines(): void {
    this.#requests += 1;
    for (const link of [this.#open, this.#opening]) if (link) this.#hangUp(link);
    [this.#open, this.#opening] = [null, null];
    this.#timers.clearAll();
  }

  #stop(end: 'signed-out' | 'refused' | 'closed'): void {
    this.#end = end;
    this.#closeLines();
    this.#updateStatus();
  }

  #hangUp(link: TunnelLink): void {
    this.#wants.lost(link.line);
    link.close();
  }

  #updateStatus(): void {
    const status = this.#statusNow();
    if (status === this.#status || this.#end === 'closed') return;
    this.#status = status;
    this.#events.status(status);
  }

  #statusNow(): TunnelStatus {
    if (this.#end === 'signed-out') return 'signed-out';
    if (this.#open) return this.#open.transport === 'poll' ? 'polling' : 'live';
    return this.#end || this.#backoff.isOffline ? 'offline' : 'connecting';
  }
}
