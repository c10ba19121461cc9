import type { locales } from '#lib/i18n/values.ts';
import { readable, tokensOf } from './tokens.ts';
import { languageWords } from './words/language-words.ts';

/** The languages the rules can read and answer in. */
export type MailLanguage = (typeof locales)[number];

/** Below this share of Cyrillic letters a text is not written in Cyrillic: a brand or a name may be. */
const CYRILLIC_SHARE = 0.3;
/** A letter that only one of the two languages has says more than a word both might write. */
const LETTER_WEIGHT = 2;
const ENOUGH_LETTERS = 20;
/** Fewer marks than this among so many words, and the text is in some other language of the Latin script. */
const WORDS_PER_MARK = 12;

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** The language a mail is written in; null when it is none of ours, or too short to tell. */
export function languageOf(text: string): MailLanguage | null {
  const seen = readable(text).toLowerCase();
  const cyrillic = countOf(seen, /\p{Script=Cyrillic}/gu);
  const latin = countOf(seen, /\p{Script=Latin}/gu);
  if (cyrillic + latin === 0) return null;
  const words = tokensOf(seen).map((token) => token.text);
  if (cyrillic / (cyrillic + latin) < CYRILLIC_SHARE) return englishOf(seen, words);

  const uk = LETTER_WEIGHT * countOf(seen, /[іїєґ]/g) + marksOf('uk', words);
  const ru = LETTER_WEIGHT * countOf(seen, /[ыэъё]/g) + marksOf('ru', words);
  // Letters of neither: Serbian, Macedonian.
  if (/[ђјљњћџѓќѕ]/.test(seen)) return null;
  if (uk !== ru) return uk > ru ? 'uk' : 'ru';
  // Every eighteenth letter of a Ukrainian text is an і.
  return cyrillic >= ENOUGH_LETTERS && !/[іїєґ]/.test(seen) ? 'ru' : 'uk';
}

const marksOf = (language: MailLanguage, words: readonly string[]): number =>
  words.filter((word) => languageWords[language].has(word)).length;

/** Letters with marks and few of the small words of English: another language of the Latin script. */
function englishOf(seen: string, words: readonly string[]): MailLanguage | null {
  const marks = marksOf('en', words);
  const foreign = countOf(seen, /[ßäöüàâçéèêëîïôùûñáíóúãõąćęłńśźżěščřžýåæøğış]/g);
  return marks > foreign && marks * WORDS_PER_MARK >= words.length ? 'en' : null;
}
