import { areAkin, contentWords, keysOf, type Question } from './question.ts';

const MOST_SENTENCES = 200;
const MOST_READ = 12_000;
/** With fewer words in common, a sentence is a coincidence. */
const LEAST_SHARED = 2;

/** Returns the sentences of a description, in order. */
export const sentencesOf = (description: string): string[] =>
  description
    .slice(0, MOST_READ)
    .split(/(?<=[.!?…])\s+|\n+/u)
    .map((piece) => piece.replaceAll(/\s+/g, ' ').trim())
    .filter((piece) => piece.length > 1)
    .slice(0, MOST_SENTENCES);

/**
 * Returns the sentence that shares the rarest words with a question: at least two, or all that the question has. The
 * words of the title do not count, because every question may name the product.
 */
export function nearestSentence(
  sentences: readonly string[],
  { content }: Pick<Question, 'content'>,
  title: string,
): string | null {
  const subject = contentWords(title).flatMap(keysOf);
  const asked = content.map(keysOf).filter((keys) => !areAkin(keys, subject));
  if (asked.length === 0) return null;
  const read = sentences.map((sentence) => contentWords(sentence).map(keysOf));
  const holding = asked.map((keys) => read.filter((words) => words.some((word) => areAkin(keys, word))).length);

  let best: { readonly at: number; readonly score: number } | null = null;
  for (const [at, words] of read.entries()) {
    const shared = asked.flatMap((keys, n) => (words.some((word) => areAkin(keys, word)) ? [n] : []));
    if (shared.length < Math.min(LEAST_SHARED, asked.length)) continue;
    const score = shared.reduce((sum, n) => sum + Math.log(1 + read.length / (holding[n] ?? 1)), 0);
    if (!best || score > best.score) best = { at, score };
  }
  return best ? (sentences[best.at] ?? null) : null;
}

/** Returns how many words of a question are in a sentence. */
export const sharedWords = (sentence: string, { content }: Pick<Question, 'content'>): number => {
  const words = contentWords(sentence).map(keysOf);
  return content.filter((word) => words.some((keys) => areAkin(keysOf(word), keys))).length;
};
