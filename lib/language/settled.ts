import { REPLIES } from '#lib/mail/headers/reply-headers.ts';
import { meaningfulWords } from './sentences.ts';
import { tokensOf } from './tokens.ts';
import { indexPatterns, matchesIn } from './word-patterns.ts';
import { settledPhrases, unsettledWords } from './words/settled-words.ts';
import { questionWords } from './words/summary-words.ts';

const settled = indexPatterns(settledPhrases.map((phrase) => [phrase, true] as const));
/** Whoever writes more has something more to say. */
const MOST_WORDS = 25;

/**
 * Whether a mail only says that what its subject asked for is done: a short answer that thanks, or tells that it has
 * come or works, and neither asks nor denies anything. The subject was written for an earlier mail then.
 */
export function isSettled({ subject, text }: { readonly subject: string; readonly text: string }): boolean {
  if (!REPLIES.test(subject) || text.includes('?')) return false;
  const tokens = tokensOf(text);
  if (tokens.length === 0 || tokens.length > MOST_WORDS) return false;
  if (tokens.some(({ text: word }) => unsettledWords.has(word) || word.endsWith("n't"))) return false;
  if (questionWords.has(tokens[0]?.text ?? '')) return false;
  return meaningfulWords(tokens) === 0 || matchesIn(settled, tokens).length > 0;
}
