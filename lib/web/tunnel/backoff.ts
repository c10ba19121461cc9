const FIRST_MS = 500;
const LONGEST_MS = 30_000;
/** So many tries have failed: one speaks of being offline. */
const OFFLINE_AFTER = 3;

/** How often in a row the server was not reached, and how long to stay away because of it. */
export class Backoff {
  readonly #random: () => number;
  #tries = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  get isOffline(): boolean {
    return this.#tries >= OFFLINE_AFTER;
  }

  /** How long to wait before one more try: anything up to a limit that doubles, so that a crowd does not come back at once. */
  nextMs(): number {
    const ms = this.#random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(this.#tries, 16));
    this.#tries += 1;
    return ms;
  }

  /** The next break is the first again. */
  reset(): void {
    this.#tries = 0;
  }
}
