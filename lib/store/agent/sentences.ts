import { type Token, tokensOf } from '#lib/language/tokens.ts';
import { contentIn, contentWords, hasAny, keySetOf, keysOf, type Question } from './question.ts';

/** More sentences than a description of the greatest length has, unless each says next to nothing. */
const MOST_SENTENCES = 500;
const MOST_READ = 20_000;
/** With fewer words in common, a sentence is a coincidence. */
const LEAST_SHARED = 2;

/** A sentence whose words have been read. */
export type Sentence = {
  readonly text: string;
  readonly tokens: readonly Token[];
  /** The keys of all its content words. */
  readonly keys: ReadonlySet<string>;
};

/** Returns the sentences of a description, in order. */
export const sentencesOf = (description: string): string[] =>
  description
    .slice(0, MOST_READ)
    .split(/(?<=[.!?…])\s+|\n+/u)
    .map((piece) => piece.replaceAll(/\s+/g, ' ').trim())
    .filter((piece) => piece.length > 1)
    .slice(0, MOST_SENTENCES);

/** Reads the sentences of a description, each word once. */
export const readSentences = (description: string): Sentence[] =>
  sentencesOf(description).map((text) => {
    const tokens = tokensOf(text);
    return { text, tokens, keys: keySetOf(contentIn(tokens)) };
  });

/**
 * Returns the sentence that shares the rarest words with a question: at least two, or all that the question has. The
 * words of the title do not count, because every question may name the product.
 */
export function nearestSentence(
  sentences: readonly Sentence[],
  { content }: Pick<Question, 'content'>,
  title: string,
): string | null {
  const subject = keySetOf(contentWords(title));
  const asked = content.map(keysOf).filter((keys) => !hasAny(subject, keys));
  if (asked.length === 0) return null;
  const shared = sentences.map(({ keys }) => asked.flatMap((word, n) => (hasAny(keys, word) ? [n] : [])));
  const holding = asked.map(() => 0);
  for (const words of shared) for (const n of words) holding[n] = (holding[n] ?? 0) + 1;

  let best: { readonly at: number; readonly score: number } | null = null;
  for (const [at, words] of shared.entries()) {
    if (words.length < Math.min(LEAST_SHARED, asked.length)) continue;
    const score = words.reduce((sum, n) => sum + Math.log(1 + sentences.length / (holding[n] ?? 1)), 0);
    if (!best || score > best.score) best = { at, score };
  }
  return best ? (sentences[best.at]?.text ?? null) : null;
}

/** Returns how many words of a question are in a sentence. */
export const sharedWords = ({ keys }: Sentence, asked: readonly (readonly string[])[]): number =>
  asked.filter((word) => hasAny(keys, word)).length;
