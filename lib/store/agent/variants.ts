import { tokensOf } from '#lib/language/tokens.ts';
import { indexPatterns, matchesIn } from '#lib/language/word-patterns.ts';
import type { AgentPage, PageVariant } from './page.ts';
import { contentWords, hasAny, keySetOf, keysOf, type Question } from './question.ts';
import { uncoveredWords } from './topics.ts';
import { agentWords } from './words/words.ts';

type Reader = { readonly page: AgentPage; readonly question: Question };

const SHORT_VALUE = 3;
const NUMBER = /^\d+$/;

/** Colors and sizes, which make one thing another. */
const choices = indexPatterns(
  Object.values(agentWords).flatMap((words) => words.choices.map((phrase) => [phrase, true] as const)),
);

/** Returns the variants that have the most of the option values that a question names. None without such a value. */
export function namedVariants({ page, question }: Reader): PageVariant[] {
  const words = new Set(question.tokens.map(({ text }) => text));
  const keys = keySetOf([...words]);
  const isNamed = (value: string): boolean =>
    wordsOrWhole(value).every((part) => (part.length <= SHORT_VALUE ? words.has(part) : hasAny(keys, keysOf(part))));
  const scored = page.variants.map((variant) => ({
    variant,
    count: variant.options.filter(({ value }) => isNamed(value)).length,
  }));
  const most = Math.max(0, ...scored.map(({ count }) => count));
  return most === 0 ? [] : scored.filter(({ count }) => count === most).map(({ variant }) => variant);
}

/**
 * Returns whether a question wants a color, a size or a number that the page does not have, or of a family that names
 * no variant anything else besides. What the page says of its product is then no answer.
 */
export function wantsOther({ page: { product, variants }, question }: Reader, isNamed: boolean): boolean {
  const options = variants.flatMap((variant) => variant.options);
  const texts = new Set([
    ...[product.title, ...product.categories],
    ...[...product.attributes, ...product.options, ...options].flatMap(({ name, value }) => [name, value]),
  ]);
  const known = keySetOf([...texts].flatMap(wordsOrWhole));
  const isOther = (word: string): boolean => !hasAny(known, keysOf(word));
  const chosen = new Set(matchesIn(choices, question.tokens).map(({ at }) => at));
  const wanted = question.tokens.filter(({ text }, at) => chosen.has(at) || NUMBER.test(text));
  if (wanted.some(({ text }) => isOther(text))) return true;
  return variants.length > 0 && !isNamed && uncoveredWords(question).some(isOther);
}

/** Returns whether a question names an option of the family, such as its scent. */
export function namesOption({ page, question }: Reader): boolean {
  const asked = keySetOf(question.content);
  const names = new Set(page.variants.flatMap(({ options }) => options.map(({ name }) => name)));
  return [...names].some((name) => wordsOrWhole(name).every((word) => hasAny(asked, keysOf(word))));
}

function wordsOrWhole(value: string): string[] {
  const words = contentWords(value);
  if (words.length > 0) return words;
  const letters = tokensOf(value).map(({ text }) => text);
  return letters.length > 0 ? letters : [value.trim().toLowerCase()];
}
