import type { locales } from '#lib/i18n/values.ts';
import { readable, tokensOf } from './tokens.ts';
import { words as wordLists } from './words/words.ts';

/** The languages that the rules can read and answer in. */
export type MailLanguage = (typeof locales)[number];

/** With a smaller share of Cyrillic letters, a text is not Cyrillic. A brand or a name may still be. */
const CYRILLIC_SHARE = 0.3;
/** A letter that only one of the two languages has is stronger evidence than a word that both could use. */
const LETTER_WEIGHT = 2;
const ENOUGH_LETTERS = 20;
/** With fewer marks among this many words, the text is in another language with Latin script. */
const WORDS_PER_MARK = 12;

const commonWords: Readonly<Record<MailLanguage, ReadonlySet<string>>> = {
  en: new Set(wordLists.en.phrases.common),
  uk: new Set(wordLists.uk.phrases.common),
  ru: new Set(wordLists.ru.phrases.common),
};

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Returns the language of a mail. Returns null for another language, or when the text is too short. */
export function languageOf(text: string): MailLanguage | null {
  const seen = readable(text).toLowerCase();
  const cyrillic = countOf(seen, /\p{Script=Cyrillic}/gu);
  const latin = countOf(seen, /\p{Script=Latin}/gu);
  if (cyrillic + latin === 0) return null;
  const words = tokensOf(seen).map((token) => token.text);
  if (cyrillic / (cyrillic + latin) < CYRILLIC_SHARE) return englishOf(seen, words);

  const uk = LETTER_WEIGHT * countOf(seen, /[іїєґ]/g) + marksOf('uk', words);
  const ru = LETTER_WEIGHT * countOf(seen, /[ыэъё]/g) + marksOf('ru', words);
  // These letters belong to neither language but to Serbian or Macedonian.
  if (/[ђјљњћџѓќѕ]/.test(seen)) return null;
  if (uk !== ru) return uk > ru ? 'uk' : 'ru';
  // In a Ukrainian text every eighteenth letter is an і.
  return cyrillic >= ENOUGH_LETTERS && !/[іїєґ]/.test(seen) ? 'ru' : 'uk';
}

const marksOf = (language: MailLanguage, words: readonly string[]): number =>
  words.filter((word) => commonWords[language].has(word)).length;

/**
 * Returns `en`, or null when the text has accented letters or few of the small English words. Such a text is in another
 * language with Latin script.
 */
function englishOf(seen: string, words: readonly string[]): MailLanguage | null {
  const marks = marksOf('en', words);
  const foreign = countOf(seen, /[ßäöüàâçéèêëîïôùûñáíóúãõąćęłńśźżěščřžýåæøğış]/g);
  return marks > foreign && marks * WORDS_PER_MARK >= words.length ? 'en' : null;
}
