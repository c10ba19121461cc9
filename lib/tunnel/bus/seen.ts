const MOST = 10_000;

/** Remembers the events that came last, because a bus may repeat them. */
export class Seen {
  readonly #ids = new Set<string>();

  /** Whether this one has not come before. */
  isNew(id: string): boolean {
    if (this.#ids.has(id)) return false;
    this.#ids.add(id);
    const [oldest] = this.#ids;
    if (this.#ids.size > MOST && oldest !== undefined) this.#ids.delete(oldest);
    return true;
  }
}
