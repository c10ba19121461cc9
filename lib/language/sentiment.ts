import { readable, type Token, tokensOf } from './tokens.ts';
import type { Sentiment } from './values.ts';
import { indexPatterns, matchesIn } from './word-patterns.ts';
import { words } from './words/words.ts';

/** A score closer to zero than this is neutral. */
const NEUTRAL = 0.15;
/** How many words before a word a negation may stand. */
const REACH = 3;
/** A negated word has the opposite meaning, but weaker: "not bad" is not praise. */
const TURNED = -0.7;
const SHOUTED = 1.25;
const MARK = 0.12;
const MOST_MARKS = 4;
/** Words before a "but" in the same sentence weigh less than words after it. */
const CONCEDED = 0.5;
/** A larger value needs more feeling words to come near 1. */
const CALM = 45;

const STRONGER = 1.4;
const WEAKER = 0.6;

const feelings = Object.values(words).map((list) => list.feelings);
const index = indexPatterns(
  feelings
    .flatMap((list) => list.words)
    .flatMap(({ weight, phrases }) => phrases.map((phrase) => [phrase, weight] as const)),
);
const negations: ReadonlySet<string> = new Set(feelings.flatMap((list) => list.negations));
const degrees: ReadonlyMap<string, number> = new Map([
  ...feelings.flatMap((list) => list.stronger).map((word) => [word, STRONGER] as const),
  ...feelings.flatMap((list) => list.weaker).map((word) => [word, WEAKER] as const),
]);
export const contrasts: ReadonlySet<string> = new Set(feelings.flatMap((list) => list.contrasts));

/** Returns the tone of a text, from -1 to 1, with 0 as neutral. */
export function sentimentOf(written: string): { readonly sentiment: Sentiment; readonly score: number } {
  const text = readable(written);
  const tokens = tokensOf(text);
  const isAllLoud = tokens.every(isLoud);
  const conceded = concededPlaces(text, tokens);
  const taken = new Set<number>();
  let sum = 0;
  // Longer phrases are matched before the words in them: "would love to" is not praise, and "not happy" is not
  // happiness.
  const found = matchesIn(index, tokens).sort((a, b) => b.length - a.length || rankOf(b.value) - rankOf(a.value));
  for (const { at, length, value } of found) {
    const places = Array.from({ length }, (_, step) => at + step);
    if (places.some((place) => taken.has(place))) continue;
    for (const place of places) taken.add(place);
    const loudness = isLoud(tokens[at]) && !isAllLoud ? SHOUTED : 1;
    sum += value * degreeAt(text, tokens, at) * loudness * (conceded[at] ? CONCEDED : 1);
  }
  const marks = Math.min(MOST_MARKS, text.match(/!/g)?.length ?? 0);
  const score = Math.round(scaled(sum * (1 + MARK * marks)) * 1000) / 1000;
  return { score, sentiment: toneOf(score) };
}

/** Ranks two phrases in one place: a neutral formula first, then the stronger phrase. */
const rankOf = (weight: number): number => (weight === 0 ? 100 : Math.abs(weight));

const scaled = (sum: number): number => sum / Math.sqrt(sum * sum + CALM) || 0;

const toneOf = (score: number): Sentiment => {
  if (Math.abs(score) < NEUTRAL) return 'neutral';
  return score > 0 ? 'positive' : 'negative';
};

const isLoud = (token: Token | undefined): boolean =>
  token !== undefined && token.raw.length > 2 && token.raw === token.raw.toUpperCase() && /\p{L}/u.test(token.raw);

/**
 * Returns for each word whether a "but" follows in the same sentence. One pass from the end, whatever the number of
 * words.
 */
function concededPlaces(text: string, tokens: readonly Token[]): readonly boolean[] {
  const conceded: boolean[] = [];
  for (let at = tokens.length - 2; at >= 0; at -= 1) {
    const next = tokens[at + 1];
    const isFollowed = conceded[at + 1] === true || contrasts.has(next?.text ?? '');
    conceded[at] = isFollowed && !/[.!?\n]/.test(text.slice(tokens[at]?.start, next?.start));
  }
  return conceded;
}

/** Returns the factor that the preceding words apply to a feeling word. */
function degreeAt(text: string, tokens: readonly Token[], at: number): number {
  const before = tokens
    .slice(Math.max(0, at - REACH), at)
    .filter(({ start }) => !/[.,;:!?\n"»]/.test(text.slice(start, tokens[at]?.start)))
    .map((token) => token.text);
  const turned = before.some((word) => negations.has(word)) ? TURNED : 1;
  return turned * (degrees.get(before.at(-1) ?? '') ?? 1);
}
