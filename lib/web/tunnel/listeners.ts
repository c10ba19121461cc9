import type { EventFrame } from '#lib/tunnel/schemas/frame.ts';
import type { Place } from './line.ts';
import type { Joined, Left, Refused, TunnelNews } from './news.ts';
import { covers, earlierOf, isCounted, isSeen, movedTo, type Position } from './position.ts';

/** The channel is subscribed (again). `recovered: false`: missed events must be read over REST. */
export type Hearing = { readonly event: 'joined'; readonly channel: string; readonly recovered?: boolean };
/** What a listener gets: each counted event once and in order, and the state of its channel. */
export type Heard = EventFrame | Hearing | Left | Refused;
export type Tell = (heard: Heard) => void;

type Listener = {
  readonly channel: string;
  readonly tell: Tell;
  position: Position;
  /** A listener knows its position only after its subscription was answered. Until then it holds events back. */
  isWaiting: boolean;
  held: EventFrame[];
};

/** The listeners of one tab, and how far each has received. */
export class TunnelListeners {
  readonly #listeners = new Set<Listener>();

  /** Adds a listener that has seen everything up to `position`. Returns the function that removes it. */
  add(channel: string, position: Position, tell: Tell): () => void {
    const listener: Listener = { channel, tell, position, isWaiting: true, held: [] };
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  hasAny(channel: string): boolean {
    return [...this.#listeners].some((listener) => listener.channel === channel);
  }

  /** Returns every channel with a listener, from a position that gives all its listeners what they lack. */
  places(): Place[] {
    const cursors = new Map<string, Position>();
    for (const { channel, position } of this.#listeners) {
      const held = cursors.get(channel);
      cursors.set(channel, held === undefined ? position : earlierOf(held, position));
    }
    return [...cursors].map(([channel, cursor]) => ({ channel, cursor }));
  }

  /** Makes all listeners wait for an answer, because another tab requests their channels from now on. */
  wait(): void {
    for (const listener of this.#listeners) listener.isWaiting = true;
  }

  hear(news: TunnelNews): void {
    for (const listener of [...this.#listeners]) {
      if (listener.channel !== news.channel) continue;
      if (news.event === 'joined') join(listener, news);
      else if (news.event === 'left' || news.event === 'refused') listener.tell(news);
      else if (listener.isWaiting) listener.held.push(news);
      else deliver(listener, news);
    }
  }
}

function join(listener: Listener, { channel, from, cursor, recovered, missed, again }: Joined): void {
  if (listener.isWaiting && !covers(from, listener.position)) return; // the answer to another listener's request
  const verdict = verdictOf(listener);
  // A line that stays open may have lost events too. A listener that was further behind is told so.
  const hasLost = verdict.recovered === false && isCounted(listener.position) && !isSeen(cursor, listener.position);
  if (listener.isWaiting || !again || hasLost) listener.tell({ event: 'joined', channel, ...verdict });
  for (const event of missed) deliver(listener, event);
  listener.position = movedTo(listener.position, cursor);
  listener.isWaiting = false;
  for (const event of listener.held.splice(0)) deliver(listener, event);

  function verdictOf({ position }: Listener): { readonly recovered?: boolean } {
    if (position === null) return {};
    if (!covers(from, position)) return { recovered: false };
    if (recovered !== undefined) return { recovered };
    // The request had no position: a state arrives whole, but a counted channel brings no events.
    return missed.length > 0 ? {} : { recovered: false };
  }
}

function deliver(listener: Listener, event: EventFrame): void {
  const cursor = event.cursor ?? null;
  if (isSeen(cursor, listener.position)) return;
  listener.position = movedTo(listener.position, cursor);
  listener.tell(event);
}
