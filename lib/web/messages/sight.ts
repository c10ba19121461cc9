import type { Later } from '#lib/web/named-timers.ts';

/** A message counts as read when half of it has been in sight for so long. */
export const SEEN_MS = 500;

type SightWorld<Thing> = {
  /** Whether somebody looks at the page at all. */
  readonly isLooking: () => boolean;
  readonly later: Later;
  /** Once for each thing. */
  readonly seen: (thing: Thing) => void;
};

/** Which things have really been looked at. Each has its own time: what comes beside it changes nothing of that. */
export class Sight<Thing extends object> {
  readonly #world: SightWorld<Thing>;
  readonly #inSight = new Set<Thing>();
  readonly #timers = new Map<Thing, () => void>();
  readonly #done = new WeakSet<Thing>();

  constructor(world: SightWorld<Thing>) {
    this.#world = world;
  }

  isDone(thing: Thing): boolean {
    return this.#done.has(thing);
  }

  enters(thing: Thing): void {
    if (this.#done.has(thing)) return;
    this.#inSight.add(thing);
    if (this.#world.isLooking()) this.#start(thing);
  }

  leaves(thing: Thing): void {
    this.#inSight.delete(thing);
    this.#end(thing);
  }

  /** Somebody has begun to look at the page, or has ended. */
  looked(): void {
    for (const thing of this.#inSight)
      if (this.#world.isLooking()) this.#start(thing);
      else this.#end(thing);
  }

  close(): void {
    for (const thing of [...this.#inSight]) this.leaves(thing);
  }

  #start(thing: Thing): void {
    if (this.#timers.has(thing)) return;
    const callOff = this.#world.later(() => {
      this.#timers.delete(thing);
      if (!this.#world.isLooking()) return;
      this.#inSight.delete(thing);
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
