/** The minimum time between two hints. */
const EVERY_MS = 1_000;

/** Throttles hints. The first hint of a burst is delivered at once, later hints are merged and delivered once a second. */
export class OverviewHints {
  readonly #deliver: (areas: readonly string[]) => void;
  #gathered = new Set<string>();
  #pause: NodeJS.Timeout | undefined;

  constructor(deliver: (areas: readonly string[]) => void) {
    this.#deliver = deliver;
  }

  add(areas: readonly string[]): void {
    for (const area of areas) this.#gathered.add(area);
    if (!this.#pause) this.#release();
  }

  close(): void {
    clearTimeout(this.#pause);
  }

  #release(): void {
    if (this.#gathered.size === 0) {
      this.#pause = undefined;
      return;
    }
    const areas = [...this.#gathered].sort();
    this.#gathered = new Set();
    this.#pause = setTimeout(() => this.#release(), EVERY_MS).unref();
    this.#deliver(areas);
  }
}
