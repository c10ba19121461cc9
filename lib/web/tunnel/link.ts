import type { ServerFrame } from '#lib/tunnel/schemas/frame.ts';
import { MAX_CHANNELS, type Transport } from '#lib/tunnel/values.ts';
import { NamedTimers } from '#lib/web/named-timers.ts';
import type { Line, LineWorld, Place } from './line.ts';

/** Without a first frame of the server within this time, the transport does not work. */
const PATIENCE_MS = 4000;
/** After this silence the line is dead. The server sends something at least every 25 seconds. */
const SILENCE_MS = 40_000;
/** After this time a line counts as stable. */
const SOUND_MS = 30_000;
/** The close code of a line that was not closed properly. */
const CUT = 1006;

/** The frames of the server except its pings. */
export type SaidFrame = Exclude<ServerFrame, { type: 'ping' }>;

/** What a link reports to the client. */
export type LinkEvents = {
  readonly frame: (link: TunnelLink, frame: SaidFrame) => void;
  /**
   * It has ended, but not by `close`: with a close code of the protocol, or 1006. We also use 1006 when we cut it for
   * its silence.
   */
  readonly closed: (link: TunnelLink, code: number, retryAfterMs?: number) => void;
};

/** A line with a watchdog: a line that does not open or falls silent is cut. */
export class TunnelLink {
  readonly transport: Transport;
  readonly line: Line;
  readonly #now: () => number;
  readonly #hears: LinkEvents;
  readonly #timers: NamedTimers<'patience' | 'sound' | 'silence' | 'echo'>;
  #heardAt: number;

  /** Opens a line. It is cut unless `welcome` arrives in time. */
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

  /** The server has answered: from now on the line is watched for silence. `sound` is called when it is stable. */
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

  /** Tests whether the line is alive, unless it was just active. Returns false when it cannot be tested. */
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

  /** Closes it from our side. Nothing more is reported. */
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

  /** Checks the line at the earliest time at which it could have been silent for too long. */
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
