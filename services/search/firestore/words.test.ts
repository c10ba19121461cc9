import { describe, expect, it } from 'vitest';
import { distanceWithin, reachOf } from '#lib/search/near-words.ts';
import { type Random, randomFrom } from '#tests/support/random.ts';
import { lookUpKeysOf, nearKeysOf } from './words.ts';

const letters = Array.from('abcdeлі');

/** Returns the word with one letter dropped, added, changed or swapped with the next. */
function mistyped(random: Random, word: string): string {
  const typed = Array.from(word);
  const at = random.int(typed.length);
  switch (random.int(4)) {
    case 0:
      return typed.toSpliced(at, 1).join('');
    case 1:
      return typed.toSpliced(at, 0, random.pick(letters)).join('');
    case 2:
      return typed.with(at, random.pick(letters)).join('');
    default:
      return typed.toSpliced(at, 2, ...typed.slice(at, at + 2).reverse()).join('');
  }
}

describe('the keys of a word', () => {
  it('match the keys of every typed word within reach', () => {
    const random = randomFrom(5);
    let near = 0;
    for (let i = 0; i < 3_000; i++) {
      const known = Array.from({ length: 3 + random.int(9) }, () => random.pick(letters)).join('');
      const once = mistyped(random, known);
      const typed = random.chance(0.5) ? once : mistyped(random, once);
      if (distanceWithin(typed, known, reachOf(typed)) === null) continue;
      near += 1;
      const held = new Set(nearKeysOf('x', known));
      expect(
        lookUpKeysOf('x', typed).some((key) => held.has(key)),
        `${typed} for ${known}`,
      ).toBe(true);
    }
    expect(near).toBeGreaterThan(1_000);
  });
});
