/** Remembers answers for a moment, so that many requests share one computation. Lives in the runtime, one per process. */
export class Memo {
  readonly #kept = new Map<string, { at: number; value: Promise<unknown> }>();
  readonly #most: number;
  readonly #now: () => Date;

  constructor(now: () => Date, most = 200) {
    this.#now = now;
    this.#most = most;
  }

  /** The value of `key` when it is younger than `maxAgeMs`, else a fresh one; a failure is not kept. */
  get<V>(key: string, maxAgeMs: number, compute: () => Promise<V>): Promise<V> {
    const at = this.#now().getTime();
    const kept = this.#kept.get(key);
    if (kept && at - kept.at < maxAgeMs) return kept.value as Promise<V>;
    const value = compute();
    this.#kept.delete(key);
    this.#kept.set(key, { at, value });
    value.catch(() => this.#kept.delete(key));
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#most) break;
      this.#kept.delete(oldest);
    }
    return value;
  }

  /** Drops a value that the caller has just made stale. */
  forget(key: string): void {
    this.#kept.delete(key);
  }
}
