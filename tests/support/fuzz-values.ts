import type { Random } from '#tests/support/random.ts';

export const ids = [
  'a',
  'b',
  'c',
  'B',
  '_d',
  '-e',
  '0',
  '10',
  '9',
  'aa',
  'Z',
  'z-',
  'a_',
  'a-',
  'k',
  'K',
  'kk',
  'm1',
  'm2',
  'm10',
] as const;
export const kinds = ['x', 'y', 'Y', ''] as const;
/** Numbers whose sums are exact in any order of addition, so that a total has one value. */
export const numbers = [-1e12, -7, -1.5, -1, 0, 0.125, 1, 2, 2.5, 10, 1e12] as const;
/** Texts whose order differs by UTF-16, by locale or by C string: emoji against U+FFFD, composed letters, NUL. */
export const texts = [
  '',
  ' ',
  'a',
  'A',
  'b',
  'aa',
  'é',
  'e\u0301',
  'ß',
  'Я',
  '😀',
  '\uFFFD',
  '\uE000',
  'a\u0000',
  'a\u0000b',
  '\ud800',
  '"',
  "'",
  '1',
];
export const tags = ['red', 'Red', 'blue', 'é', '😀', ''] as const;
const elements = [0, 1, 2.5, -1, true, false, '1', 'true', ''] as const;
const mixed = [
  null,
  true,
  false,
  0,
  1,
  -1,
  0.1,
  -1e15,
  1e15,
  1e300,
  5e-324,
  '',
  '0',
  '1',
  'a',
  'true',
  '😀',
  '\uFFFD',
] as const;

export const numberOrNull = (random: Random) => (random.chance(0.2) ? null : random.pick(numbers));
export const textOrNull = (random: Random) => (random.chance(0.2) ? null : random.pick(texts));
export const mixedValue = (random: Random) => random.pick(mixed);
export const someTags = (random: Random) => random.some(tags, 0, 3);
export const someElements = (random: Random) => (random.chance(0.2) ? null : random.some(elements, 0, 3));
export const oneElement = (random: Random) => random.pick(elements);

/** Returns nested JSON, with keys that a field path would misread. */
export function extraValue(random: Random, depth = 0): Record<string, unknown> {
  const leaf = () => random.pick<unknown>([null, true, 1.25, 'x', '😀', [], [1, null, 'a'], {}]);
  const keys = random.some(['a', 'a.b', '`', 'é', 'x y', '0', '_v'], 0, 3);
  return Object.fromEntries(
    keys.map((key) => [key, depth < 3 && random.chance(0.4) ? extraValue(random, depth + 1) : leaf()]),
  );
}
