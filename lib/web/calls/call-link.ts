import { type Later, NamedTimers } from '#lib/web/named-timers.ts';
import { CallLine, type LineEvents } from './call-line.ts';

/** The call ends when a line is down, or fails to open, for this long. */
const AWAY_MS = 60_000;
/** How often a line that is down looks for a new path. */
const SEEK_MS = 8000;
/** A short break often ends by itself. */
const BLINK_MS = 2500;

type LinkEvents = Omit<LineEvents, 'changed'> & {
  live(): void;
  away(): void;
  /** The line does not come back. `wasLive`: it was connected before. */
  gone(wasLive: boolean): void;
  /** Returns whether every signal has reached the server. */
  isSaid(): boolean;
};
type Made = {
  readonly peer: RTCPeerConnection;
  readonly remote: MediaStream;
  /** True for the called side: it makes the first offer and rolls back an offer that crosses another. */
  readonly isPolite: boolean;
  readonly later: Later;
};

/** Keeps the line of a call connected. While it is down, it looks for a new path, and gives up after a minute. */
export class CallLink {
  readonly #line: CallLine;
  readonly #isPolite: boolean;
  readonly #events: LinkEvents;
  readonly #timers: NamedTimers<'away' | 'seek'>;
  #isLive = false;
  #wasLive = false;

  constructor({ peer, remote, isPolite, later }: Made, events: LinkEvents) {
    this.#isPolite = isPolite;
    this.#events = events;
    this.#timers = new NamedTimers(later);
    this.#line = new CallLine({ peer, remote, isPolite }, { ...events, changed: (state) => this.#changed(state) });
    this.#wait(SEEK_MS);
  }

  /** Makes the first offer. */
  readonly begin = (stream: MediaStream): Promise<void> => this.#line.begin(stream);
  /** Sets the stream that will answer the first offer. */
  readonly prepare = (stream: MediaStream): void => this.#line.prepare(stream);
  readonly take: CallLine['take'] = (description) => this.#line.take(description);
  readonly takeCandidates: CallLine['takeCandidates'] = (candidates) => this.#line.takeCandidates(candidates);
  readonly send: CallLine['send'] = (kind, track) => this.#line.send(kind, track);
  readonly sendDevices: CallLine['sendDevices'] = (devices) => this.#line.sendDevices(devices);

  /** Signals sent meanwhile may be lost. Without a live line, it looks for a new path. */
  nudge(): void {
    if (!this.#isLive) this.#seek();
  }

  close(): void {
    this.#timers.clearAll();
    this.#line.close();
  }

  #changed(state: RTCPeerConnectionState): void {
    if (state === 'connected') {
      this.#timers.clearAll();
      this.#isLive = this.#wasLive = true;
      this.#events.live();
    } else if (state === 'disconnected' || state === 'failed') {
      if (this.#isLive) this.#events.away();
      this.#isLive = false;
      this.#wait(BLINK_MS);
      if (state === 'failed') this.#seek();
    }
  }

  #wait(firstMs: number): void {
    if (!this.#timers.has('away')) this.#timers.set('away', AWAY_MS, () => this.#events.gone(this.#wasLive));
    if (!this.#timers.has('seek')) this.#timers.set('seek', firstMs, () => this.#seek());
  }

  #seek(): void {
    this.#timers.set('seek', SEEK_MS, () => this.#seek());
    // Before the first connection only the side that made the first offer sends it again.
    if (this.#events.isSaid() && (this.#wasLive || this.#isPolite)) this.#line.seek();
  }
}
