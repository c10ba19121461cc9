import type { Locale } from '#lib/i18n/values.ts';
import feelingsEn from './en/feelings.json' with { type: 'json' };
import intentsEn from './en/intents.json' with { type: 'json' };
import phrasesEn from './en/phrases.json' with { type: 'json' };
import feelingsRu from './ru/feelings.json' with { type: 'json' };
import intentsRu from './ru/intents.json' with { type: 'json' };
import phrasesRu from './ru/phrases.json' with { type: 'json' };
import type { LanguageWords } from './schema.ts';
import feelingsUk from './uk/feelings.json' with { type: 'json' };
import intentsUk from './uk/intents.json' with { type: 'json' };
import phrasesUk from './uk/phrases.json' with { type: 'json' };

/** The word lists of each language. A test checks them against their schema, so that a start need not. */
export const words: Readonly<Record<Locale, LanguageWords>> = {
  en: { intents: intentsEn, feelings: feelingsEn, phrases: phrasesEn },
  uk: { intents: intentsUk, feelings: feelingsUk, phrases: phrasesUk },
  ru: { intents: intentsRu, feelings: feelingsRu, phrases: phrasesRu },
};

type Phrases = LanguageWords['phrases'];

/**
 * Returns one list of all three languages: a mail may mix them, and the scripts keep English apart from the others by
 * themselves.
 */
export const phrasesOf = (list: keyof Phrases): readonly string[] =>
  Object.values(words).flatMap(({ phrases }) => phrases[list]);
