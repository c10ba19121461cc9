/** Enough for the longest time anything waits here, in seconds. */
const SLOTS = 256;

/** Things that are due at a second each; one timer turns it, whatever their number. */
export class Wheel<T> {
  readonly #slots: T[][] = Array.from({ length: SLOTS }, () => []);
  /** What the clock said last. */
  #second: number;
  /** How many seconds it has turned: what is due is counted by these, whatever becomes of the clock. */
  #at = 0;

  constructor(second: number) {
    this.#second = second;
  }

  /** Due after so many seconds, one at least. */
  add(thing: T, seconds: number): void {
    const due = this.#at + Math.min(SLOTS - 1, Math.max(1, Math.ceil(seconds)));
    this.#slots[due % SLOTS]?.push(thing);
  }

  /**
   * Turns it to a second and answers what has become due. A clock that jumped ahead is one turn; one that was put back is
   * taken for a second, which is how often this is called.
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
