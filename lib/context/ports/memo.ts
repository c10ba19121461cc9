type Entry = { readonly at: number; readonly value: Promise<unknown> };

/** Caches results for a moment, so that many requests share one computation. Lives in the runtime, one per process. */
export class Memo {
  readonly #kept = new Map<string, Entry>();
  readonly #most: number;
  readonly #now: () => Date;

  constructor(now: () => Date, most = 200) {
    this.#now = now;
    this.#most = most;
  }

  /**
   * Returns the value of `key` when it is younger than `maxAgeMs`, else computes a new one. A failure is not cached.
   */
  get<V>(key: string, maxAgeMs: number, compute: () => Promise<V>): Promise<V> {
    const at = this.#now().getTime();
    const kept = this.#kept.get(key);
    if (kept && at - kept.at < maxAgeMs) {
      this.#keep(key, kept);
      return kept.value as Promise<V>;
    }
    const fresh = { at, value: compute() };
    this.#keep(key, fresh);
    fresh.value.catch(() => {
      if (this.#kept.get(key) === fresh) this.#kept.delete(key);
    });
    return fresh.value;
  }

  /** Moves an entry to the end of the queue for eviction, so that frequently used values outlive rare ones. */
  #keep(key: string, entry: Entry): void {
    this.#kept.delete(key);
    this.#kept.set(key, entry);
    for (const first of this.#kept.keys()) {
      if (this.#kept.size <= this.#most) break;
      this.#kept.delete(first);
    }
  }

  /** Removes a value that the caller has just made stale. */
  forget(key: string): void {
    this.#kept.delete(key);
  }
}
