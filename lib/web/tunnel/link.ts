import { MAX_CHANNELS } from '#lib/tunnel/limits.ts';
import type { ServerFrame } from '#lib/tunnel/schemas/frame.ts';
import type { Transport } from '#lib/tunnel/values.ts';
import { NamedTimers } from '#lib/web/named-timers.ts';
import type { Line, LineWorld, Place } from './line.ts';

/** Without a first frame of the server within this time, the transport does not work. */
const PATIENCE_MS = 4000;
/** After this silence the line is dead. The server sends something at least every 25 seconds. */
const SILENCE_MS = 40_000;
/** A line that has been open for this long is stable. */
const SOUND_MS = 30_000;
/** The close code of a line that was not closed properly. */
const CUT = 1006;

/** The frames from the server except pings. */
export type ReceivedFrame = Exclude<ServerFrame, { type: 'ping' }>;

/** What a link reports to the client. */
export type LinkEvents = {
  readonly frame: (link: TunnelLink, frame: ReceivedFrame) => void;
  /**
   * The line has ended, but not through `close`. The code is a close code of the protocol, or 1006, also when the
   * watchdog cut a silent line.
   */
  readonly closed: (link: TunnelLink, code: number, retryAfterMs?: number) => void;
};

/** A line with a watchdog: a line that does not open or falls silent is cut. */
export class TunnelLink {
  readonly transport: Transport;
  readonly line: Line;
  readonly #now: () => number;
  readonly #events: LinkEvents;
  readonly #timers: NamedTimers<'patience' | 'sound' | 'silence' | 'echo'>;
  #receivedAt: number;

  /** Opens a line and cuts it unless `welcome` arrives in time. */
  constructor(world: LineWorld, transport: Transport, places: readonly Place[], events: LinkEvents) {
    this.transport = transport;
    this.#now = world.now;
    this.#events = events;
    this.#timers = new NamedTimers(world.later);
    this.line = world.open[transport](places, {
      beat: () => this.#beat(),
      frame: (frame) => this.#take(frame),
      closed: (code, retryAfterMs) => this.#over(code, retryAfterMs),
    });
    this.#receivedAt = world.now();
    this.#timers.set('patience', PATIENCE_MS, () => this.#cut());
  }

  /** Call this when the server has responded. Watches the line for silence, and calls `sound` when the line is stable. */
  opened(sound: () => void): void {
    this.#timers.clear('patience');
    this.#timers.set('sound', SOUND_MS, sound);
    this.#watch();
  }

  /** Subscribes to channels, as many per frame as the server accepts. */
  subscribe(places: readonly Place[]): void {
    for (let from = 0; from < places.length; from += MAX_CHANNELS) {
      const channels = places.slice(from, from + MAX_CHANNELS).map(asWanted);
      this.line.send?.([{ type: 'subscribe', id: 1, channels }]);
    }
  }

  /** Tests whether the line is alive, unless it was just active. Returns false when the line cannot send. */
  tryOut(): boolean {
    const askedAt = this.#now();
    if (askedAt - this.#receivedAt < PATIENCE_MS) return true;
    if (!this.line.send) return false;
    this.line.send([{ type: 'ping', id: 1 }]);
    this.#timers.set('echo', PATIENCE_MS, () => {
      if (this.#receivedAt <= askedAt) this.#cut();
    });
    return true;
  }

  /** Closes the line from our side. The link reports nothing more. */
  close(): void {
    this.#timers.clearAll();
    this.line.close();
  }

  #beat(): void {
    this.#receivedAt = this.#now();
  }

  #take(frame: ServerFrame): void {
    this.#beat();
    if (frame.type === 'ping') this.line.send?.([{ type: 'pong' }]);
    else this.#events.frame(this, frame);
  }

  /** Checks the line at the earliest time at which it could have been silent for too long. */
  #watch(): void {
    const silentMs = () => this.#now() - this.#receivedAt;
    this.#timers.set('silence', Math.max(0, SILENCE_MS - silentMs()), () => {
      if (silentMs() >= SILENCE_MS) this.#cut();
      else this.#watch();
    });
  }

  #cut(): void {
    this.line.close();
    this.#over(CUT);
  }

  #over(code: number, retryAfterMs?: number): void {
    this.#timers.clearAll();
    this.#events.closed(this, code, retryAfterMs);
  }
}

const asWanted = ({ channel, cursor }: Place) => ({ channel, ...(cursor !== null && { cursor }) });
