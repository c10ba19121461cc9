import { z } from 'zod';
import { intents } from '#lib/language/values.ts';

/** A word or phrase as `word-patterns.ts` reads it. Tokens are lower case, with `е` for `ё` and `г` for `ґ`. */
const phrase = z
  .string()
  .regex(/^[^\s|]+(?:[ |][^\s|]+)*$/)
  .refine((text) => text === text.toLowerCase() && !/[ёґ]/.test(text), 'must be spelled like a search token');
const phrases = z.array(phrase).min(1);
const weighted = (weight: z.ZodNumber) => z.array(z.strictObject({ weight, phrases }));

/** `intents.json`: phrases of each intent by weight. */
const intentWords = z.record(z.enum(intents), weighted(z.int().min(1).max(6)));

/** `feelings.json`. A longer phrase covers the words in it, so a phrase of weight 0 takes their feeling away. */
const feelingWords = z.strictObject({
  words: weighted(z.int().min(-3).max(3)),
  /** Words that turn what follows within three words. */
  negations: phrases,
  /** Words that make the next word of feeling stronger, or weaker. */
  stronger: phrases,
  weaker: phrases,
  /** Words for "but". */
  contrasts: phrases,
});

/** `phrases.json`. */
const phraseLists = z.strictObject({
  /** Small words that this language has and its neighbours have not. */
  common: phrases,
  /** A sentence that begins with one of these asks, even without its mark. */
  questions: phrases,
  /** What people write before and after what they have to say. */
  polite: phrases,
  /** What people write when what they had asked for has come true. */
  settled: phrases,
  /** With one of these it may not be settled after all, or something else is asked. */
  unsettled: phrases,
  /** Signs that a reply cannot wait. */
  pressing: phrases,
});

/** The word lists of one language: its three files together. */
export const languageWordsSchema = z.strictObject({
  intents: intentWords,
  feelings: feelingWords,
  phrases: phraseLists,
});
export type LanguageWords = z.infer<typeof languageWordsSchema>;
