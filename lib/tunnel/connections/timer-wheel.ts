/** The number of slots, one per second: more than the longest wait in use. */
const SLOTS = 256;

/** Schedules items to the second. One timer drives the wheel, regardless of the number of items. */
export class TimerWheel<T> {
  readonly #slots: T[][] = Array.from({ length: SLOTS }, () => []);
  /** The second of the clock at the last turn. */
  #second: number;
  /** How many seconds the wheel has turned. Items are due by this count, independent of jumps of the clock. */
  #at = 0;

  constructor(second: number) {
    this.#second = second;
  }

  /** Schedules an item after the given number of seconds, at least one. */
  add(item: T, seconds: number): void {
    const due = this.#at + Math.min(SLOTS - 1, Math.max(1, Math.ceil(seconds)));
    this.#slots[due % SLOTS]?.push(item);
  }

  /**
   * Turns the wheel to a second of the clock and returns the items that are due. A clock that jumped ahead turns the
   * wheel once around at most. A clock that was set back counts as one second, which is how often this is called.
   */
  turnTo(second: number): T[] {
    const passed = second < this.#second ? 1 : Math.min(SLOTS, second - this.#second);
    this.#second = second;
    const due: T[] = [];
    for (const end = this.#at + passed; this.#at < end; ) {
      this.#at += 1;
      due.push(...(this.#slots[this.#at % SLOTS]?.splice(0) ?? []));
    }
    return due;
  }
}
