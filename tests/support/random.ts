/** A repeatable source of random choices: the same seed makes the same choices, so a failing run can be repeated. */
export type Random = {
  /** Returns a whole number from 0 to `below` - 1. */
  int(below: number): number;
  chance(probability: number): boolean;
  pick<V>(list: readonly V[]): V;
  /** Returns some items of a list, each at most once, in random order. */
  some<V>(list: readonly V[], least: number, most: number): V[];
};

/** Mulberry32: small, fast, and random enough to find unforeseen cases. */
export function randomFrom(seed: number): Random {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (below: number): number => Math.floor(next() * below);
  return {
    int,
    chance: (probability) => next() < probability,
    pick<V>(list: readonly V[]): V {
      if (list.length === 0) throw new Error('Nothing to pick from');
      return list[int(list.length)] as V;
    },
    some<V>(list: readonly V[], least: number, most: number): V[] {
      const rest = [...list];
      const count = Math.min(rest.length, least + int(most - least + 1));
      return Array.from({ length: count }, () => rest.splice(int(rest.length), 1)[0] as V);
    },
  };
}
