import { type Later, NamedTimers } from '#lib/web/named-timers.ts';
import { CallLine, type LineEvents } from './call-line.ts';

/** So long a line may be away, or fail to come about, until the call is over. */
const AWAY_MS = 60_000;
/** A line that is away seeks a new way so often. */
const SEEK_MS = 8000;
/** A break is often over by itself. */
const BLINK_MS = 2500;

type LinkEvents = Omit<LineEvents, 'changed'> & {
  live(): void;
  away(): void;
  /** It does not come back; `wasLive`: it has been there. */
  gone(wasLive: boolean): void;
  /** Whether all that was said has reached the server. */
  isSaid(): boolean;
};
type Made = {
  readonly peer: RTCPeerConnection;
  readonly remote: MediaStream;
  /** The one who was called: makes the first offer, and takes back an offer that crosses another. */
  readonly isPolite: boolean;
  readonly later: Later;
};

/** The line of a call, kept up: while it is away it seeks a new way, and gives up after a minute. */
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
  /** Answers the first offer with this, when it comes. */
  readonly prepare = (stream: MediaStream): void => this.#line.prepare(stream);
  readonly take: CallLine['take'] = (description) => this.#line.take(description);
  readonly takeCandidates: CallLine['takeCandidates'] = (candidates) => this.#line.takeCandidates(candidates);
  readonly send: CallLine['send'] = (kind, track) => this.#line.send(kind, track);
  readonly tell: CallLine['tell'] = (told) => this.#line.tell(told);

  /** What was said to the other side meanwhile may be lost: where there is no line, it is sought anew. */
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
    // Until there has been a line the first offer is said again by whoever made it, and by nobody else.
    if (this.#events.isSaid() && (this.#wasLive || this.#isPolite)) this.#line.seek();
  }
}
