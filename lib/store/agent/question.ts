import type { Locale } from '#lib/i18n/values.ts';
import { meaningfulWords } from '#lib/language/sentences.ts';
import { readable, type Token, tokensOf } from '#lib/language/tokens.ts';
import { stemOf } from '#lib/search/stems.ts';
import { agentWords } from './words/words.ts';

/** The rules read no more of a question than this. */
const MOST_QUESTION = 2_000;
/** A question of more different words is no question, and each of them is looked up in every sentence. */
const MOST_WORDS = 40;
/** Two forms of a Cyrillic word differ in their last letters only. */
const LEAST_PREFIX = 5;
const MOST_ENDING = 3;

const marks = { uk: new Set(agentWords.uk.marks), ru: new Set(agentWords.ru.marks) } as const;
const small: ReadonlySet<string> = new Set(Object.values(agentWords).flatMap((words) => words.small));

export type Question = {
  readonly locale: Locale;
  readonly tokens: readonly Token[];
  /** The words that may say something about a product. */
  readonly content: readonly string[];
  /** True for a greeting, thanks, or nothing at all. */
  readonly isEmpty: boolean;
};

/** Reads a question: its language and its words. `pageLocale` decides where the words leave it open. */
export function readQuestion(text: string, pageLocale: Locale): Question {
  const read = text.slice(0, MOST_QUESTION);
  const tokens = tokensOf(read);
  return {
    locale: languageOfQuestion(read, tokens, pageLocale),
    tokens,
    content: contentIn(tokens).slice(0, MOST_WORDS),
    isEmpty: meaningfulWords(tokens) === 0,
  };
}

/**
 * Returns the language of a question: by the letters that only one language has, then by its small words, then that of
 * the page.
 */
function languageOfQuestion(text: string, tokens: readonly Token[], pageLocale: Locale): Locale {
  const seen = readable(text).toLowerCase();
  const countOf = (letters: RegExp): number => seen.match(letters)?.length ?? 0;
  const [cyrillic, latin] = [countOf(/\p{Script=Cyrillic}/gu), countOf(/\p{Script=Latin}/gu)];
  if (cyrillic + latin === 0) return pageLocale;
  if (cyrillic === 0) return 'en';
  // A product's name in Latin letters does not make a question English, nor a Cyrillic name one Ukrainian.
  if (latin > cyrillic * 3) return 'en';
  const [uk, ru] = [countOf(/[іїєґ]/g), countOf(/[ыэъё]/g)];
  if (uk !== ru) return uk > ru ? 'uk' : 'ru';
  const marked = (locale: 'uk' | 'ru'): number => tokens.filter((token) => marks[locale].has(token.text)).length;
  const [ukMarks, ruMarks] = [marked('uk'), marked('ru')];
  if (ukMarks !== ruMarks) return ukMarks > ruMarks ? 'uk' : 'ru';
  return pageLocale === 'en' ? 'uk' : pageLocale;
}

/** Returns the content words among the words of a text, each once. */
export const contentIn = (tokens: readonly Token[]): string[] => [
  ...new Set(tokens.map((token) => token.text).filter((word) => word.length > 1 && !small.has(word))),
];

/** Shorter words have no ending. */
const LEAST_STEMMED = 4;

/** Returns the keys by which two forms of a word meet: its stem, and the beginning of a long Cyrillic word. */
export function keysOf(word: string): string[] {
  if (word.length < LEAST_STEMMED) return [word];
  const stem = stemOf(word);
  const isLongCyrillic = word.length > LEAST_PREFIX && /\p{Script=Cyrillic}/u.test(word);
  return isLongCyrillic ? [stem, `${word.slice(0, Math.max(LEAST_PREFIX, word.length - MOST_ENDING))}-`] : [stem];
}

/** Returns the content words of any text of the page. */
export const contentWords = (text: string): string[] => contentIn(tokensOf(text));

/** Returns the keys of all words. Two words are forms of one when they have a key in common. */
export const keySetOf = (words: readonly string[]): ReadonlySet<string> => new Set(words.flatMap(keysOf));

/** Returns whether a form of a word, given by its keys, is among words. */
export const hasAny = (words: ReadonlySet<string>, keys: readonly string[]): boolean =>
  keys.some((key) => words.has(key));
