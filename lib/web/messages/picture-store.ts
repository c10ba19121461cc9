import { ID_PATTERN } from '#lib/core/id-pattern.ts';

/** The most products per request to the catalog. */
const AT_ONCE = 50;

type PictureWorld = {
  readonly ask: (productIds: readonly string[]) => Promise<readonly (readonly [string, string | null])[]>;
  /** Runs it after the current render, which says what is missing. */
  readonly soon: (work: () => void) => void;
};

/** Addresses of pictures by product. Null when it has none or is no longer sold. */
export type Pictures = Readonly<Record<string, string | null>>;

/** The pictures of the subjects of conversations. Missing ones are requested, each once. */
export class PictureStore {
  readonly #world: PictureWorld;
  readonly #watchers = new Set<() => void>();
  readonly #asked = new Set<string>();
  readonly #wanted = new Set<string>();
  #pictures: Pictures = {};

  constructor(world: PictureWorld) {
    this.#world = world;
  }

  /** Returns the same object until a picture arrives. */
  readonly all = (): Pictures => this.#pictures;

  readonly watch = (changed: () => void): (() => void) => {
    this.#watchers.add(changed);
    return () => void this.#watchers.delete(changed);
  };

  need(productIds: readonly string[]): void {
    // The creator of a conversation chose its subject. An invalid id would make the whole request fail.
    const lacking = productIds.filter((id) => ID_PATTERN.test(id) && !this.#asked.has(id));
    if (lacking.length === 0) return;
    const isFirst = this.#wanted.size === 0;
    for (const id of lacking) {
      this.#asked.add(id);
      this.#wanted.add(id);
    }
    if (isFirst) this.#world.soon(() => void this.#ask());
  }

  async #ask(): Promise<void> {
    const wanted = [...this.#wanted];
    this.#wanted.clear();
    const batches = Array.from({ length: Math.ceil(wanted.length / AT_ONCE) }, (_, at) =>
      wanted.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
    );
    await Promise.all(
      batches.map(async (ids) => {
        const found = await this.#world.ask(ids).catch(() => null);
        if (found === null) for (const id of ids) this.#asked.delete(id);
        else this.#add(Object.fromEntries([...ids.map((id) => [id, null] as const), ...found]));
      }),
    );
  }

  #add(pictures: Pictures): void {
    this.#pictures = { ...this.#pictures, ...pictures };
    for (const changed of [...this.#watchers]) changed();
  }
}
