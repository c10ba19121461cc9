import { z } from 'zod';
import { agentConcepts, agentTopics, sourceFields } from '#lib/store/agent/values.ts';

/** A word or phrase in the notation of `lib/language/word-patterns.ts`, folded as its tokens are. */
const phrase = z
  .string()
  .regex(/^[^\s|]+(?:[ |][^\s|]+)*$/)
  .refine((text) => text === text.toLowerCase() && !/[ёґ’]/.test(text), 'must be spelled like a token');
const phrases = z.array(phrase).min(1);
const text = z.string().min(1);

/** Phrases by weight: `"3"` decides alone, `"1"` only adds to another. */
const weighted = z.partialRecord(z.enum(['1', '2', '3', '4']), phrases);

const concept = z.strictObject({
  /** How shoppers ask for it. */
  ask: weighted,
  /** The names of attributes and options that hold it. */
  names: phrases,
  /** Words of a sentence that states it. */
  evidence: z.array(phrase),
});

const sayings = [
  'price',
  'reduced',
  'notReduced',
  'soldOut',
  'left',
  'inStock',
  'days',
  'sameDay',
  'option',
  'free',
  'freeFrom',
  'onlyTo',
  'arranged',
  'digital',
  'seller',
  'attribute',
  'rating',
  'reviews',
  'noReviews',
  'vendor',
  'category',
  'description',
  'variant',
  'shortSoldOut',
  'shortLeft',
  'shortInStock',
  'gone',
  'unknown',
  'hello',
] as const;

/** The words of one language: how shoppers ask, and how the page answers. */
export const agentWordsSchema = z.strictObject({
  /** Small words that this language has and its neighbors have not. */
  marks: phrases,
  /** Words that say nothing about a product. */
  small: phrases,
  /** Colors and sizes, which a shopper chooses between. */
  choices: phrases,
  topics: z.record(z.enum(agentTopics), weighted),
  concepts: z.record(z.enum(agentConcepts), concept),
  /** Words that an answer of a model may have only where its facts have one of the same meaning. */
  guarded: z.record(z.string(), phrases),
  say: z.record(z.enum(sayings), text),
  labels: z.record(z.enum(sourceFields), text),
});
export type AgentWords = z.infer<typeof agentWordsSchema>;
