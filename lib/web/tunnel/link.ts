import type { ServerFrame } from '#lib/tunnel/schemas/frame.ts';
import { MAX_CHANNELS, type Transport } from '#lib/tunnel/values.ts';
import { NamedTimers } from '#lib/web/named-timers.ts';
import type { Line, LineWorld, Place } from './line.ts';

/** No first word from the server within this time: the transport does not get through. */
const PATIENCE_MS = 4000;
/** Nothing heard for so long: the line is dead. The server says something at least every 25 seconds. */
const SILENCE_MS = 40_000;
/** After such a life a line counts as sound. */
const SOUND_MS = 30_000;
/** How a line ends that nobody has closed in good order. */
const CUT = 1006;

/** What the server says besides its questions whether we are there. */
export type SaidFrame = Exclude<ServerFrame, { type: 'ping' }>;

/** What a link tells the client. */
export type LinkEvents = {
  readonly frame: (link: TunnelLink, frame: SaidFrame) => void;
  /** It has ended, and not by `close`: by a close code of the protocol, or 1006 also where we have cut it for its silence. */
  readonly closed: (link: TunnelLink, code: number, retryAfterMs?: number) => void;
};

/** A line and the watch over it: one that does not open, or that falls silent, is cut. */
export class TunnelLink {
  readonly transport: Transport;
  readonly line: Line;
  readonly #now: () => number;
  readonly #hears: LinkEvents;
  readonly #timers: NamedTimers<'patience' | 'sound' | 'silence' | 'echo'>;
  #heardAt: number;

  /** Opens a line, which says `welcome` in time or is cut. */
  constructor(world: LineWorld, transport: Transport, places: readonly Place[], hears: LinkEvents) {
    this.transport = transport;
    this.#now = world.now;
    this.#hears = hears;
    this.#timers = new NamedTimers(world.later);
    this.line = world.open[transport](places, {
      beat: () => this.#beat(),
      frame: (frame) => this.#take(frame),
      closed: (code, retryAfterMs) => this.#over(code, retryAfterMs),
    });
    this.#heardAt = world.now();
    this.#timers.set('patience', PATIENCE_MS, () => this.#cut());
  }

  /** The server has answered: from now on it is watched for silence. `sound`: it has lived for a while. */
  opened(sound: () => void): void {
    this.#timers.clear('patience');
    this.#timers.set('sound', SOUND_MS, sound);
    this.#watch();
  }

  /** Asks for channels, as many in one frame as the server takes. */
  subscribe(places: readonly Place[]): void {
    for (let from = 0; from < places.length; from += MAX_CHANNELS) {
      const channels = places.slice(from, from + MAX_CHANNELS).map(asWanted);
      this.line.send?.([{ type: 'subscribe', id: 1, channels }]);
    }
  }

  /** Has it show that it lives, unless it just has; false where it cannot be asked. */
  tryOut(): boolean {
    const askedAt = this.#now();
    if (askedAt - this.#heardAt < PATIENCE_MS) return true;
    if (!this.line.send) return false;
    this.line.send([{ type: 'ping', id: 1 }]);
    this.#timers.set('echo', PATIENCE_MS, () => {
      if (this.#heardAt <= askedAt) this.#cut();
    });
    return true;
  }

  /** Ends it from our side; nothing more is heard of it. */
  close(): void {
    this.#timers.clearAll();
    this.line.close();
  }

  #beat(): void {
    this.#heardAt = this.#now();
  }

  #take(frame: ServerFrame): void {
    this.#beat();
    if (frame.type === 'ping') this.line.send?.([{ type: 'pong' }]);
    else this.#hears.frame(this, frame);
  }

  /** Looks whether the line still lives when it could have fallen silent at the earliest. */
  #watch(): void {
    const silentMs = () => this.#now() - this.#heardAt;
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
    this.#hears.closed(this, code, retryAfterMs);
  }
}

const asWanted = ({ channel, cursor }: Place) => ({ channel, ...(cursor !== null && { cursor }) });
