import type { EventFrame } from '#lib/tunnel/schemas/frame.ts';
import type { Place } from './line.ts';
import { covers, earlierOf, isCounted, isSeen, movedTo, type Position } from './position.ts';
import type { Joined, Left, Refused, TunnelUpdate } from './updates.ts';

/** The channel is subscribed (again). `recovered: false`: missed events must be read over REST. */
export type Subscribed = { readonly event: 'joined'; readonly channel: string; readonly recovered?: boolean };
/** What a listener receives: each counted event once and in order, and changes of its subscription. */
export type ListenerUpdate = EventFrame | Subscribed | Left | Refused;
export type OnUpdate = (update: ListenerUpdate) => void;

type Listener = {
  readonly channel: string;
  readonly onUpdate: OnUpdate;
  position: Position;
  /** True until the subscription is answered. Until then the position is unknown, and events are held back. */
  isWaiting: boolean;
  held: EventFrame[];
};

/** The listeners of one tab, each with its position in its channel. */
export class TunnelListeners {
  readonly #listeners = new Set<Listener>();

  /** Adds a listener that has seen everything up to `position`. Returns the function that removes the listener. */
  add(channel: string, position: Position, onUpdate: OnUpdate): () => void {
    const listener: Listener = { channel, onUpdate, position, isWaiting: true, held: [] };
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  hasAny(channel: string): boolean {
    return [...this.#listeners].some((listener) => listener.channel === channel);
  }

  /** Returns every channel with listeners, with a position from which all of them receive their missing events. */
  places(): Place[] {
    const cursors = new Map<string, Position>();
    for (const { channel, position } of this.#listeners) {
      const held = cursors.get(channel);
      cursors.set(channel, held === undefined ? position : earlierOf(held, position));
    }
    return [...cursors].map(([channel, cursor]) => ({ channel, cursor }));
  }

  /** Makes all listeners wait for a new subscription, because another tab requests their channels from now on. */
  wait(): void {
    for (const listener of this.#listeners) listener.isWaiting = true;
  }

  receive(update: TunnelUpdate): void {
    for (const listener of [...this.#listeners]) {
      if (listener.channel !== update.channel) continue;
      if (update.event === 'joined') join(listener, update);
      else if (update.event === 'left' || update.event === 'refused') listener.onUpdate(update);
      else if (listener.isWaiting) listener.held.push(update);
      else deliver(listener, update);
    }
  }
}

function join(listener: Listener, { channel, from, cursor, recovered, missed, again }: Joined): void {
  if (listener.isWaiting && !covers(from, listener.position)) return; // answers the request of another listener
  const recovery = recoveryOf(listener);
  // An open line may have lost events too. A listener with an earlier position receives `recovered: false`.
  const hasLost = recovery.recovered === false && isCounted(listener.position) && !isSeen(cursor, listener.position);
  if (listener.isWaiting || !again || hasLost) listener.onUpdate({ event: 'joined', channel, ...recovery });
  for (const event of missed) deliver(listener, event);
  listener.position = movedTo(listener.position, cursor);
  listener.isWaiting = false;
  for (const event of listener.held.splice(0)) deliver(listener, event);

  function recoveryOf({ position }: Listener): { readonly recovered?: boolean } {
    if (position === null) return {};
    if (!covers(from, position)) return { recovered: false };
    if (recovered !== undefined) return { recovered };
    // The request had no position. A state channel sends its whole state, but a counted channel sends no events.
    return missed.length > 0 ? {} : { recovered: false };
  }
}

function deliver(listener: Listener, event: EventFrame): void {
  const cursor = event.cursor ?? null;
  if (isSeen(cursor, listener.position)) return;
  listener.position = movedTo(listener.position, cursor);
  listener.onUpdate(event);
}
