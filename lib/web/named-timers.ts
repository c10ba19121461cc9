/** Runs `work` after `ms`. Returns the function that cancels it. */
export type Later = (work: () => void, ms: number) => () => void;

/** Timers by name, one of each at a time. A new one replaces the last. */
export class NamedTimers<Name extends string> {
  readonly #later: Later;
  readonly #waiting = new Map<Name, () => void>();

  constructor(later: Later) {
    this.#later = later;
  }

  set(name: Name, ms: number, work: () => void): void {
    this.clear(name);
    const callOff = this.#later(() => {
      this.#waiting.delete(name);
      work();
    }, ms);
    this.#waiting.set(name, callOff);
  }

  has(name: Name): boolean {
    return this.#waiting.has(name);
  }

  clear(name: Name): void {
    this.#waiting.get(name)?.();
    this.#waiting.delete(name);
  }

  clearAll(): void {
    for (const name of [...this.#waiting.keys()]) this.clear(name);
  }
}
