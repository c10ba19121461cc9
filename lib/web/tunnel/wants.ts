import type { EventFrame, ServerFrame } from '#lib/tunnel/schemas/frame.ts';
import type { Line, Place } from './line.ts';
import type { Joined, TunnelNews } from './news.ts';
import { earlierOf, movedTo, type Position } from './position.ts';

type Asked = { readonly line: Line; readonly from: Position };
type Want = {
  /** Where the next subscription begins. */
  from: Position;
  /** Has to be asked for, on the present line or the next. */
  isDue: boolean;
  /** What has been asked and not been answered, the latest last: of the line in use, and of the one to take its place. */
  asked: readonly Asked[];
  joinedOn: Line | null;
};

/** The answer to a subscription, as all transports give it. */
type Subscribed = Extract<ServerFrame, { type: 'subscribed' }>;
type Unsubscribed = Extract<ServerFrame, { type: 'unsubscribed' }>;
type ErrorFrame = Extract<ServerFrame, { type: 'error' }>;

/** The channels that are wanted, how far each has come, and what of it has still to be asked of the server. */
export class TunnelWants {
  readonly #wants = new Map<string, Want>();

  get size(): number {
    return this.#wants.size;
  }

  /** Wants a channel from a position on; one that is had already is asked for again from the earlier of the two. */
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

  /** Asks for a channel again, from where it stands. */
  renew(channel: string): void {
    const want = this.#wants.get(channel);
    if (want) want.isDue = true;
  }

  /** What has to be asked on a line now, and is thereby asked. A question on its way is waited for. */
  due(line: Line): Place[] {
    const due = [...this.#wants].filter(([, want]) => want.isDue && !isAsked(line, want));
    return due.map((entry) => this.#ask(entry, line));
  }

  /** Everything that is wanted, to be asked at the opening of a line. */
  all(): Place[] {
    return [...this.#wants].map(([channel, { from }]) => ({ channel, cursor: from }));
  }

  /** All of it has been asked on a line, from the places it was given. */
  askedAll(line: Line, places: readonly Place[]): void {
    for (const { channel, cursor } of places) {
      const want = this.#wants.get(channel);
      if (want) Object.assign(want, { isDue: false, asked: [...without(line, want.asked), { line, from: cursor }] });
    }
  }

  /** Whether something has to be asked that this line has not been asked. */
  hasDue(line: Line): boolean {
    return [...this.#wants.values()].some((want) => want.isDue && !isAsked(line, want));
  }

  /** A line has ended: what it has not answered is asked of the next one, and what it had as well. */
  lost(line: Line): void {
    for (const want of this.#wants.values()) {
      const isLatest = want.asked.at(-1)?.line === line;
      want.asked = without(line, want.asked);
      // Unless the line that takes its place has been asked already.
      if (isLatest || (want.joinedOn === line && want.asked.length === 0)) want.isDue = true;
      if (want.joinedOn === line) want.joinedOn = null;
    }
  }

  /** An answer to a subscription; null when the channel is not wanted any more. */
  joined(line: Line, { channel, cursor: reached, recovered, events }: Subscribed): Joined | null {
    const cursor = reached ?? null;
    const want = this.#wants.get(channel);
    if (!want) return null;
    const from = want.asked.find((one) => one.line === line)?.from ?? null;
    const again = want.joinedOn === line;
    // A question to the line that is to take its place stays open.
    Object.assign(want, { asked: without(line, want.asked), joinedOn: line });
    if (!want.isDue && want.asked.length === 0) want.from = cursor;
    const verdict = recovered === undefined ? {} : { recovered };
    return { event: 'joined', channel, from, cursor, ...verdict, missed: events, again };
  }

  /** An event of a channel, which has moved on by it; null when it is not wanted any more. */
  heard(frame: EventFrame): EventFrame | null {
    const want = this.#wants.get(frame.channel);
    if (!want) return null;
    // While a question is open it decides itself from where to go on.
    if (!want.isDue && want.asked.length === 0) want.from = movedTo(want.from, frame.cursor ?? null);
    return frame;
  }

  /** The server takes a channel away: for good, or to be asked for again from where it stands. */
  ended({ channel, reason, resubscribe }: Unsubscribed): TunnelNews | null {
    if (resubscribe) this.renew(channel);
    else if (this.remove(channel)) return { event: 'left', channel, reason };
    return null;
  }

  /** The server refuses a channel. A refusal that may pass leaves it wanted; `renew` asks for it again. */
  refused(line: Line, { channel, temporary, statusCode }: ErrorFrame): TunnelNews | null {
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

const without = (line: Line, asked: readonly Asked[]): readonly Asked[] => asked.filter((one) => one.line !== line);
const isAsked = (line: Line, { asked }: Want): boolean => asked.some((one) => one.line === line);
