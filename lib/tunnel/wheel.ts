/** Enough for the longest time anything waits here, in seconds. */
const SLOTS = 256;

/** Things that are due at a second each; one timer turns it, whatever their number. */
export class Wheel<T> {
  readonly #slots: T[][] = Array.from({ length: SLOTS }, () => []);
  #at: number;

  constructor(second: number) {
    this.#at = second;
  }

  /** Due after so many seconds, one at least. */
  add(thing: T, seconds: number): void {
    const due = this.#at + Math.min(SLOTS - 1, Math.max(1, Math.ceil(seconds)));
    this.#slots[due % SLOTS]?.push(thing);
  }

  /** Turns it to a second and answers what has become due. A clock that jumped back waits; one that jumped ahead is one turn. */
  turnTo(second: number): T[] {
    const due: T[] = [];
    const from = Math.max(this.#at, second - SLOTS);
    for (let at = from + 1; at <= second; at++) due.push(...(this.#slots[at % SLOTS]?.splice(0) ?? []));
    this.#at = Math.max(this.#at, second);
    return due;
  }
}
