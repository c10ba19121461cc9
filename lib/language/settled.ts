import { REPLIES } from '#lib/mail/headers/reply-headers.ts';
import { meaningfulWords, questionWords } from './sentences.ts';
import { tokensOf } from './tokens.ts';
import { indexPatterns, matchesIn } from './word-patterns.ts';
import { phrasesOf } from './words/words.ts';

const settled = indexPatterns(phrasesOf('settled').map((phrase) => [phrase, true] as const));
const unsettledWords: ReadonlySet<string> = new Set(phrasesOf('unsettled'));
/** A longer reply says more than that the request is done. */
const MOST_WORDS = 25;

/**
 * Returns true when a mail only confirms that the request in its subject is done. Such a mail is a short reply with
 * thanks, or with the news that something arrived or works. It contains no question and no denial. Its subject then
 * belongs to an earlier mail.
 */
export function isSettled({ subject, text }: { readonly subject: string; readonly text: string }): boolean {
  if (!REPLIES.test(subject) || text.includes('?')) return false;
  const tokens = tokensOf(text);
  if (tokens.length === 0 || tokens.length > MOST_WORDS) return false;
  if (tokens.some(({ text: word }) => unsettledWords.has(word) || word.endsWith("n't"))) return false;
  if (questionWords.has(tokens[0]?.text ?? '')) return false;
  return meaningfulWords(tokens) === 0 || matchesIn(settled, tokens).length > 0;
}
