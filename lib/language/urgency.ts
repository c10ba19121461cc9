import { tokensOf } from './tokens.ts';
import type { Intent, Urgency } from './values.ts';
import { indexPatterns, matchesIn } from './word-patterns.ts';
import { phrasesOf } from './words/words.ts';

const pressing = indexPatterns(phrasesOf('pressing').map((phrase) => [phrase, true] as const));
/** A complaint this bitter is looked at first. */
const BITTER = -0.6;
const unhurried: readonly Intent[] = ['feedback', 'partnership', 'spam', 'unsubscribe'];

/** Returns how soon a person should look at a mail. The words for time, threats and money decide, and the tone. */
export function urgencyOf(mail: {
  readonly subject: string;
  readonly text: string;
  readonly intent: Intent;
  readonly score: number;
}): Urgency {
  if (mail.intent === 'spam') return 'low';
  if (matchesIn(pressing, tokensOf(`${mail.subject}\n${mail.text}`)).length > 0) return 'high';
  if (mail.intent === 'complaint' && mail.score <= BITTER) return 'high';
  return unhurried.includes(mail.intent) ? 'low' : 'normal';
}
