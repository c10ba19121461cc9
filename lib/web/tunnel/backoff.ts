import { FIRST_RECONNECT_MS, LONGEST_RECONNECT_MS, OFFLINE_AFTER } from '#lib/tunnel/limits.ts';

/** Counts failed connection attempts in a row and returns how long to wait. */
export class Backoff {
  readonly #random: () => number;
  #tries = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  get isOffline(): boolean {
    return this.#tries >= OFFLINE_AFTER;
  }

  /**
   * Returns how long to wait before the next attempt: a random time up to a limit that doubles, so that many clients do
   * not reconnect at once.
   */
  nextMs(): number {
    const ms = this.#random() * Math.min(LONGEST_RECONNECT_MS, FIRST_RECONNECT_MS * 2 ** Math.min(this.#tries, 16));
    this.#tries += 1;
    return ms;
  }

  /** Resets the count after a success. */
  reset(): void {
    this.#tries = 0;
  }
}
