import type { Intent } from '#lib/language/values.ts';

/** Phrases by intent and weight, in the notation of `word-patterns.ts`. */
export type IntentWords = Readonly<Record<Intent, Readonly<Record<number, readonly string[]>>>>;
