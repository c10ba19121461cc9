import { FRAMES_BURST, FRAMES_PER_SECOND, SUBSCRIBES_PER_MINUTE } from '#lib/tunnel/limits.ts';

const MINUTE = 60_000;

/** The rate limits of one connection. */
export class Allowance {
  #frames = FRAMES_BURST;
  #refilledAt: number;
  #subscribes = 0;
  #minuteFrom: number;

  constructor(nowMs: number) {
    this.#refilledAt = nowMs;
    this.#minuteFrom = nowMs;
  }

  /** Counts one frame. Returns false when it exceeds the rate. */
  frame(nowMs: number): boolean {
    const gained = (Math.max(0, nowMs - this.#refilledAt) / 1_000) * FRAMES_PER_SECOND;
    this.#frames = Math.min(FRAMES_BURST, this.#frames + gained) - 1;
    this.#refilledAt = nowMs;
    return this.#frames >= 0;
  }

  /** Counts one subscription. Returns the seconds to wait before it is allowed, or 0. */
  subscribe(nowMs: number): number {
    if (nowMs - this.#minuteFrom >= MINUTE || nowMs < this.#minuteFrom) {
      this.#minuteFrom = nowMs;
      this.#subscribes = 0;
    }
    this.#subscribes += 1;
    if (this.#subscribes <= SUBSCRIBES_PER_MINUTE) return 0;
    return Math.max(1, Math.ceil((this.#minuteFrom + MINUTE - nowMs) / 1_000));
  }
}
