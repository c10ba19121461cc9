import type { Later } from '#lib/web/named-timers.ts';

/** A message counts as read when half of it has been visible for this long. */
export const SEEN_MS = 500;

type ViewTrackerWorld<Thing> = {
  /** Whether the user is looking at the page at all. */
  readonly isLooking: () => boolean;
  readonly later: Later;
  /** Called once for each item. */
  readonly seen: (thing: Thing) => void;
};

/** Tracks which items were really looked at. Each has its own timer: items that appear beside it do not change it. */
export class ViewTracker<Thing extends object> {
  readonly #world: ViewTrackerWorld<Thing>;
  readonly #inView = new Set<Thing>();
  readonly #timers = new Map<Thing, () => void>();
  readonly #done = new WeakSet<Thing>();

  constructor(world: ViewTrackerWorld<Thing>) {
    this.#world = world;
  }

  isDone(thing: Thing): boolean {
    return this.#done.has(thing);
  }

  enters(thing: Thing): void {
    if (this.#done.has(thing)) return;
    this.#inView.add(thing);
    if (this.#world.isLooking()) this.#start(thing);
  }

  leaves(thing: Thing): void {
    this.#inView.delete(thing);
    this.#end(thing);
  }

  /** The user has started or stopped looking at the page. */
  looked(): void {
    for (const thing of this.#inView)
      if (this.#world.isLooking()) this.#start(thing);
      else this.#end(thing);
  }

  close(): void {
    for (const thing of [...this.#inView]) this.leaves(thing);
  }

  #start(thing: Thing): void {
    if (this.#timers.has(thing)) return;
    const callOff = this.#world.later(() => {
      this.#timers.delete(thing);
      if (!this.#world.isLooking()) return;
      this.#inView.delete(thing);
      this.#done.add(thing);
      this.#world.seen(thing);
    }, SEEN_MS);
    this.#timers.set(thing, callOff);
  }

  #end(thing: Thing): void {
    this.#timers.get(thing)?.();
    this.#timers.delete(thing);
  }
}
