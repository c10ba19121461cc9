import { ORDER_NUMBER_IN_TEXT } from '#lib/core/order-number.ts';
import { readable, type Token, tokensOf } from './tokens.ts';
import { indexPatterns, matchesIn } from './word-patterns.ts';
import { phrasesOf } from './words/words.ts';

export type Sentence = {
  readonly text: string;
  readonly tokens: readonly Token[];
  /** True when the sentence contains an order number, a date or an amount, or asks a question. */
  readonly isTelling: boolean;
};

const polite = indexPatterns(phrasesOf('polite').map((phrase) => [phrase, true] as const));
export const questionWords: ReadonlySet<string> = new Set(phrasesOf('questions'));
const LEAST_WORDS = 3;
const NUMBERS =
  /\d{1,2}[./-]\d{1,2}(?:[./-]\d{2,4})?|\d{4,}|[€$£₴]\s?\d|\d\s?(?:€|\$|£|₴|uah|eur|usd|грн|гривен|гривень)/iu;

/** Returns the number of words that do not belong to a greeting, thanks or farewell. */
export function meaningfulWords(tokens: readonly Token[]): number {
  const covered = new Set<number>();
  for (const { at, length } of matchesIn(polite, tokens))
    for (let step = 0; step < length; step += 1) covered.add(at + step);
  return tokens.length - covered.size;
}

/** Returns the meaningful sentences of a mail, without greetings, thanks and farewells. */
export function sentencesOf(text: string): Sentence[] {
  return readable(text)
    .split(/(?<=[.!?…])\s+|\n+/u)
    .map((piece) => piece.trim().replaceAll(/\s+/g, ' '))
    .map((piece) => ({ text: piece, tokens: tokensOf(piece) }))
    .filter(({ tokens }) => meaningfulWords(tokens) >= LEAST_WORDS)
    .map((sentence) => ({ ...sentence, isTelling: isTelling(sentence) }));
}

const isTelling = ({ text, tokens }: Pick<Sentence, 'text' | 'tokens'>): boolean =>
  text.endsWith('?') ||
  NUMBERS.test(text) ||
  ORDER_NUMBER_IN_TEXT.test(text) ||
  questionWords.has(tokens[0]?.text ?? '');
