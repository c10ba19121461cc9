import type { EventFrame, ServerFrame } from '#lib/tunnel/schemas/frame.ts';
import type { Line, Place } from './line.ts';
import { earlierOf, movedTo, type Position } from './position.ts';
import type { Joined, TunnelUpdate } from './updates.ts';

type Asked = { readonly line: Line; readonly from: Position };
type Want = {
  /** Where the next subscription begins. */
  from: Position;
  /** Whether the channel must be requested on the current line or the next. */
  isDue: boolean;
  /** The pending requests on the line in use and on its replacement, latest last. */
  asked: readonly Asked[];
  joinedOn: Line | null;
};

/** The response to a subscription, the same on all transports. */
type Subscribed = Extract<ServerFrame, { type: 'subscribed' }>;
type Unsubscribed = Extract<ServerFrame, { type: 'unsubscribed' }>;
type ErrorFrame = Extract<ServerFrame, { type: 'error' }>;

/** The wanted channels, their positions, and the requests that the server has not answered yet. */
export class TunnelWants {
  readonly #wants = new Map<string, Want>();

  get size(): number {
    return this.#wants.size;
  }

  /**
   * Adds a channel from a position on. A channel that is already wanted is requested again, from the earlier of the
   * positions.
   */
  add(channel: string, cursor: Position): void {
    const want = this.#wants.get(channel);
    if (!want) {
      this.#wants.set(channel, { from: cursor, isDue: true, asked: [], joinedOn: null });
      return;
    }
    want.from = [...want.asked.map(({ from }) => from), cursor].reduce(earlierOf, want.from);
    want.isDue = true;
  }

  remove(channel: string): boolean {
    return this.#wants.delete(channel);
  }

  /** Requests a channel again from its position. */
  renew(channel: string): void {
    const want = this.#wants.get(channel);
    if (want) want.isDue = true;
  }

  /** Returns the channels to request on a line now and marks them as requested. Skips channels with a pending request. */
  due(line: Line): Place[] {
    const due = [...this.#wants].filter(([, want]) => want.isDue && !isAsked(line, want));
    return due.map((entry) => this.#ask(entry, line));
  }

  /** Returns all wanted channels, for the opening of a line. */
  all(): Place[] {
    return [...this.#wants].map(([channel, { from }]) => ({ channel, cursor: from }));
  }

  /** Marks all channels as requested on a line, from the positions given to it. */
  askedAll(line: Line, places: readonly Place[]): void {
    for (const { channel, cursor } of places) {
      const want = this.#wants.get(channel);
      if (want) Object.assign(want, { isDue: false, asked: [...without(line, want.asked), { line, from: cursor }] });
    }
  }

  /** Returns whether a due channel has no pending request on this line. */
  hasDue(line: Line): boolean {
    return [...this.#wants.values()].some((want) => want.isDue && !isAsked(line, want));
  }

  /** Handles the end of a line: its channels and its pending requests become due on the next line. */
  lost(line: Line): void {
    for (const want of this.#wants.values()) {
      const isLatest = want.asked.at(-1)?.line === line;
      want.asked = without(line, want.asked);
      // A channel that was already requested on the replacement line is not due.
      if (isLatest || (want.joinedOn === line && want.asked.length === 0)) want.isDue = true;
      if (want.joinedOn === line) want.joinedOn = null;
    }
  }

  /** Handles the response to a subscription. Returns null when the channel is no longer wanted. */
  joined(line: Line, { channel, cursor: reached, recovered, events }: Subscribed): Joined | null {
    const cursor = reached ?? null;
    const want = this.#wants.get(channel);
    if (!want) return null;
    const from = want.asked.find((request) => request.line === line)?.from ?? null;
    const again = want.joinedOn === line;
    // A request on the replacement line stays pending.
    Object.assign(want, { asked: without(line, want.asked), joinedOn: line });
    if (!want.isDue && want.asked.length === 0) want.from = cursor;
    const recovery = recovered === undefined ? {} : { recovered };
    return { event: 'joined', channel, from, cursor, ...recovery, missed: events, again };
  }

  /** Handles an event and advances the position of its channel. Returns null when the channel is no longer wanted. */
  received(frame: EventFrame): EventFrame | null {
    const want = this.#wants.get(frame.channel);
    if (!want) return null;
    // While a request is pending, its response sets the position.
    if (!want.isDue && want.asked.length === 0) want.from = movedTo(want.from, frame.cursor ?? null);
    return frame;
  }

  /** Handles a subscription that the server ended, either permanently or to be requested again from its position. */
  ended({ channel, reason, resubscribe }: Unsubscribed): TunnelUpdate | null {
    if (resubscribe) this.renew(channel);
    else if (this.remove(channel)) return { event: 'left', channel, reason };
    return null;
  }

  /** Handles a refused channel. After a temporary refusal the channel stays wanted, and `renew` requests it again. */
  refused(line: Line, { channel, temporary, statusCode }: ErrorFrame): TunnelUpdate | null {
    if (channel === undefined) return null;
    if (temporary) this.#unanswered(line, channel);
    else if (this.remove(channel)) return { event: 'refused', channel, status: statusCode };
    return null;
  }

  #unanswered(line: Line, channel: string): void {
    const want = this.#wants.get(channel);
    if (want) want.asked = without(line, want.asked);
  }

  #ask([channel, want]: [string, Want], line: Line): Place {
    want.isDue = false;
    want.asked = [...want.asked, { line, from: want.from }];
    return { channel, cursor: want.from };
  }
}

const without = (line: Line, asked: readonly Asked[]): readonly Asked[] =>
  asked.filter((request) => request.line !== line);
const isAsked = (line: Line, { asked }: Want): boolean => asked.some((request) => request.line === line);
