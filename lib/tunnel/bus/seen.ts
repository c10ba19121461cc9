const MOST = 10_000;

/** Remembers the ids of the latest events, because a bus may repeat an event. */
export class Seen {
  readonly #ids = new Set<string>();

  /** Records the id. Returns true when the id is new. */
  isNew(id: string): boolean {
    if (this.#ids.has(id)) return false;
    this.#ids.add(id);
    const [oldest] = this.#ids;
    if (this.#ids.size > MOST && oldest !== undefined) this.#ids.delete(oldest);
    return true;
  }
}
