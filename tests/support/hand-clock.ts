/**
 * A clock with timers that stands still until a test moves it. Timers due in one move run in the order of their time.
 */
export class HandClock {
  #now: number;
  #count = 0;
  readonly #timers = new Map<number, { readonly at: number; readonly work: () => void }>();

  constructor(start = Date.parse('2026-03-02T10:00:00.000Z')) {
    this.#now = start;
  }

  readonly now = (): number => this.#now;

  readonly later = (work: () => void, ms: number): (() => void) => {
    this.#count += 1;
    const id = this.#count;
    this.#timers.set(id, { at: this.#now + ms, work });
    return () => void this.#timers.delete(id);
  };

  get waiting(): number {
    return this.#timers.size;
  }

  /** Moves the clock forward and runs the due timers. Promises settle between two timers, as they do in production. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settle();
    for (let next = this.#next(end); next; next = this.#next(end)) {
      const [id, { at, work }] = next;
      this.#timers.delete(id);
      this.#now = Math.max(this.#now, at);
      work();
      await settle();
    }
    this.#now = end;
  }

  #next(end: number) {
    const due = [...this.#timers].filter(([, { at }]) => at <= end);
    return due.sort(([idA, a], [idB, b]) => a.at - b.at || idA - idB)[0];
  }
}

/** Lets promises that are already settled run their continuations. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 6; turn += 1) await Promise.resolve();
}
