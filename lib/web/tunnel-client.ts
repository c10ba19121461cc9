import type { ClientFrame, ServerFrame } from '#lib/tunnel/schemas/frame.ts';
import { CROWDED_SECONDS, closeCodes, MAX_CHANNELS, type Transport } from '#lib/tunnel/values.ts';
import { NamedTimers } from './named-timers.ts';
import { backoffMs } from './tunnel-backoff.ts';
import { betterInMs, type Ladder, missed, readLadder, writeLadder } from './tunnel-ladder.ts';
import type { Line, LineEvents, LineWorld, Place } from './tunnel-line.ts';
import type { TunnelNews, TunnelStatus } from './tunnel-news.ts';
import type { Position } from './tunnel-position.ts';
import { TunnelWants } from './tunnel-wants.ts';

/** No first word from the server within this time: the transport does not get through. */
const PATIENCE_MS = 4000;
/** Nothing heard for so long: the line is dead. The server says something at least every 25 seconds. */
const SILENCE_MS = 40_000;
/** After such a life a line counts as sound, and the next break as the first. */
const SOUND_MS = 30_000;
/** Channels wanted in one go travel in one frame. */
const GATHER_MS = 10;
/** How long to stay away when this person has too many connections, and until a refusal that may pass is tried again. */
const CROWDED_MS = CROWDED_SECONDS * 1000;
const RENEW_MS = 5000;
/** So many tries have failed: one speaks of being offline. */
const OFFLINE_AFTER = 3;
/** How a line ends that nobody has closed in good order. */
const CUT = 1006;

type Hears = { news(news: TunnelNews): void; status(status: TunnelStatus): void };
type Link = {
  readonly transport: Transport;
  readonly line: Line;
  heardAt: number;
  readonly timers: NamedTimers<'patience' | 'sound' | 'silence' | 'echo'>;
};
type ErrorFrame = Extract<ServerFrame, { type: 'error' }>;

/**
 * One connection to the server for all channels that are wanted. It opens when the first is wanted and takes itself up
 * again whatever happens to it, on another transport if need be, from where each channel stood. A line that is about to
 * end is replaced before it does.
 */
export class TunnelClient {
  readonly #world: LineWorld;
  readonly #hears: Hears;
  readonly #wants = new TunnelWants();
  readonly #timers: NamedTimers<'open' | 'ask' | 'better'>;
  #ladder: Ladder;
  /** The line in use, and one that is being opened, beside it or in its place. */
  #open: Link | null = null;
  #opening: Link | null = null;
  #tries = 0;
  /** Grows with every question to the server, so that an answer that comes too late is known as such. */
  #questions = 0;
  #end: 'signed-out' | 'refused' | 'closed' | null = null;
  #status: TunnelStatus = 'connecting';
  #clockOffsetMs = 0;

  constructor(world: LineWorld, hears: Hears) {
    this.#world = world;
    this.#hears = hears;
    this.#timers = new NamedTimers(world.later);
    this.#ladder = readLadder(world.storage, world.now());
  }

  get status(): TunnelStatus {
    return this.#status;
  }

  /** How far the server's clock is ahead of ours. */
  get clockOffsetMs(): number {
    return this.#clockOffsetMs;
  }

  /** Wants a channel from a position on, also one that others want already: every wish is answered by `joined`. */
  want(channel: string, cursor: Position = null): void {
    this.#wants.add(channel, cursor);
    this.#timers.set('ask', GATHER_MS, () => this.#ask());
  }

  drop(channel: string): void {
    if (!this.#wants.remove(channel)) return;
    this.#send([{ type: 'unsubscribe', channel }]);
    this.#timers.set('ask', GATHER_MS, () => this.#ask());
  }

  /** Says that somebody writes; false when this line only listens. */
  sayTyping(channel: string, isTyping: boolean): boolean {
    return this.#send([{ type: 'publish', channel, event: 'typing', data: { isTyping } }]);
  }

  /** Somebody is looking again, or the network is back: what waits is done now, and a silent line is tried out. */
  wake(): void {
    if (this.#end === 'signed-out') void this.#askServer(() => this.#revive());
    if (this.#end) return;
    const open = this.#open;
    if (!open) {
      this.#openLine();
      return;
    }
    const { now } = this.#world;
    const askedAt = now();
    if (askedAt - open.heardAt < PATIENCE_MS) return;
    if (!this.#send([{ type: 'ping', id: 1 }])) {
      this.#openLine();
      return;
    }
    open.timers.set('echo', PATIENCE_MS, () => {
      if (open.heardAt <= askedAt) this.#cut(open);
    });
  }

  /** The person has signed out: nothing more is heard or tried. */
  signOut(): void {
    this.#stop('signed-out');
  }

  close(): void {
    this.#stop('closed');
  }

  /** Opens a line, unless one is being opened; the one in use goes on until the new one has answered. */
  #openLine(transport: Transport = this.#ladder.transport): void {
    if (this.#end || this.#opening || this.#wants.size === 0) return;
    this.#timers.clear('open');
    this.#questions += 1;
    const places = this.#wants.all();
    const line = this.#world.open[transport](
      places,
      this.#hearingFrom(() => link),
    );
    const link: Link = {
      ...{ transport, line, heardAt: this.#world.now() },
      timers: new NamedTimers(this.#world.later),
    };
    if (!line.send) this.#wants.askedAll(line, places);
    this.#opening = link;
    link.timers.set('patience', PATIENCE_MS, () => this.#cut(link));
    this.#show();
  }

  #hearingFrom(link: () => Link): LineEvents {
    const isOurs = () => link() === this.#open || link() === this.#opening;
    const beat = () => {
      link().heardAt = this.#world.now();
    };
    return {
      beat,
      frame: (frame) => {
        if (!isOurs()) return;
        beat();
        this.#take(link(), frame);
      },
      closed: (code, retryAfterMs) => {
        if (isOurs()) this.#closed(link(), code, retryAfterMs);
      },
    };
  }

  #opened(link: Link, serverTime: string): void {
    if (link !== this.#opening) return;
    const now = this.#world.now();
    const before = this.#open;
    [this.#open, this.#opening] = [link, null];
    if (before) this.#hangUp(before);
    this.#clockOffsetMs = Date.parse(serverTime) - now;
    const triedAt = link.transport === this.#ladder.transport ? this.#ladder.triedAt : now;
    this.#ladder = { transport: link.transport, misses: 0, triedAt };
    writeLadder(this.#world.storage, this.#ladder);

    link.timers.clear('patience');
    link.timers.set('sound', SOUND_MS, () => {
      this.#tries = 0;
    });
    this.#watch(link);
    this.#tryBetterLater();
    this.#show();
    this.#ask();
  }

  /** Looks whether the line still lives when it could have fallen silent at the earliest. */
  #watch(link: Link): void {
    const silentMs = () => this.#world.now() - link.heardAt;
    link.timers.set('silence', Math.max(0, SILENCE_MS - silentMs()), () => {
      if (silentMs() >= SILENCE_MS) this.#cut(link);
      else this.#watch(link);
    });
  }

  #tryBetterLater(): void {
    const ms = betterInMs(this.#ladder, this.#world.now());
    this.#timers.clear('better');
    if (ms !== null) this.#timers.set('better', ms, () => this.#openLine('websocket'));
  }

  #take(link: Link, frame: ServerFrame): void {
    switch (frame.type) {
      case 'welcome':
        this.#opened(link, frame.serverTime);
        return;
      case 'subscribed': {
        const joined = this.#wants.joined(link.line, frame);
        if (joined) this.#hears.news(joined);
        if (link === this.#open) this.#ask();
        return;
      }
      case 'event':
        if (!this.#wants.has(frame.channel)) return;
        this.#wants.reached(frame.channel, frame.cursor ?? null);
        this.#hears.news(frame);
        return;
      case 'unsubscribed':
        this.#left(frame);
        return;
      case 'error':
        this.#refused(link, frame);
        return;
      case 'ping':
        link.line.send?.([{ type: 'pong' }]);
        return;
      case 'reconnect':
        // A stream has no close code to say that they are too many.
        this.#timers.set('open', frame.reason === 'overload' ? CROWDED_MS : frame.afterMs, () => this.#openLine());
        return;
      case 'ack':
        return; // nobody waits for it
    }
  }

  #left({ channel, reason, resubscribe }: Extract<ServerFrame, { type: 'unsubscribed' }>): void {
    if (resubscribe) {
      this.#wants.renew(channel);
      this.#ask();
      return;
    }
    if (this.#wants.remove(channel)) this.#hears.news({ event: 'left', channel, reason });
  }

  #refused({ line }: Link, { channel, temporary, retryAfter, statusCode }: ErrorFrame): void {
    if (channel === undefined) return;
    if (temporary) {
      this.#wants.unanswered(line, channel);
      const ms = retryAfter === undefined ? RENEW_MS : retryAfter * 1000;
      this.#world.later(() => {
        this.#wants.renew(channel);
        if (!this.#end) this.#ask();
      }, ms);
      return;
    }
    if (this.#wants.remove(channel)) this.#hears.news({ event: 'refused', channel, status: statusCode });
  }

  /** Asks for what is wanted and has not been asked; gives the line up when nothing is wanted any more. */
  #ask(): void {
    if (this.#end) return;
    if (this.#wants.size === 0) {
      this.#rest();
      this.#show();
      return;
    }
    if (!this.#open) {
      if (!this.#timers.has('open')) this.#openLine();
      return;
    }
    const { line, transport } = this.#open;
    if (!line.send) {
      // Its channels cannot change: another line with all of them takes its place.
      if (this.#wants.hasDue(line)) this.#openLine(transport);
      return;
    }
    const due = this.#wants.due(line);
    for (let from = 0; from < due.length; from += MAX_CHANNELS)
      line.send([{ type: 'subscribe', id: 1, channels: due.slice(from, from + MAX_CHANNELS).map(asWanted) }]);
  }

  #send(frames: readonly ClientFrame[]): boolean {
    const send = this.#open?.line.send;
    send?.(frames);
    return send !== undefined;
  }

  /** Ends a line from our side, because of its silence. */
  #cut(link: Link): void {
    link.line.close();
    this.#closed(link, CUT);
  }

  #closed(link: Link, code: number, retryAfterMs?: number): void {
    link.timers.clearAll();
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
    // What the server has planned stands.
    else if (!this.#opening && !this.#timers.has('open')) this.#tryLater(retryAfterMs);
    this.#show();
  }

  /** A line has not come about: whether this transport is to blame or the server is away, the server is asked. */
  #unopened(link: Link, retryAfterMs?: number): void {
    const wasBetter = link.transport !== this.#ladder.transport;
    if (wasBetter) {
      this.#ladder = { ...this.#ladder, triedAt: this.#world.now() };
      writeLadder(this.#world.storage, this.#ladder);
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
      if (!wasBetter) this.#ladder = missed(this.#ladder, offered, this.#world.now());
      this.#tryLater();
    });
  }

  /** Finds out whether the server is there and still knows this person; `there` says how to go on when it does. */
  async #askServer(there: (offered: readonly Transport[]) => void): Promise<void> {
    this.#questions += 1;
    const question = this.#questions;
    const answer = await this.#world.negotiate();
    if (question !== this.#questions || this.#end === 'closed') return;
    if (answer.is === 'there') there(answer.transports);
    else if (answer.is === 'signed-out') this.#stop('signed-out');
    else if (!this.#end) this.#tryLater(answer.retryAfterMs);
  }

  #tryLater(atLeastMs = 0): void {
    const ms = atLeastMs + backoffMs(this.#tries, this.#world.random());
    this.#tries += 1;
    this.#timers.set('open', ms, () => this.#openLine());
    this.#show();
  }

  #revive(): void {
    this.#end = null;
    this.#tries = 0;
    this.#openLine();
    this.#show();
  }

  #rest(): void {
    this.#questions += 1;
    for (const link of [this.#open, this.#opening]) if (link) this.#hangUp(link);
    [this.#open, this.#opening] = [null, null];
    this.#timers.clearAll();
  }

  #stop(end: 'signed-out' | 'refused' | 'closed'): void {
    this.#end = end;
    this.#rest();
    this.#show();
  }

  #hangUp(link: Link): void {
    link.timers.clearAll();
    this.#wants.lost(link.line);
    link.line.close();
  }

  #show(): void {
    const status = this.#statusNow();
    if (status === this.#status || this.#end === 'closed') return;
    this.#status = status;
    this.#hears.status(status);
  }

  #statusNow(): TunnelStatus {
    if (this.#end === 'signed-out') return 'signed-out';
    if (this.#open) return this.#open.transport === 'poll' ? 'polling' : 'live';
    return this.#end || this.#tries >= OFFLINE_AFTER ? 'offline' : 'connecting';
  }
}

const asWanted = ({ channel, cursor }: Place) => ({ channel, ...(cursor !== null && { cursor }) });
