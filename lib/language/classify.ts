import { intentOf } from './intent.ts';
import { languageOf } from './language.ts';
import { sentimentOf } from './sentiment.ts';
import { summaryOf } from './summary.ts';
import { tokensOf } from './tokens.ts';
import type { Confidence, Intent, Sentiment, Urgency } from './values.ts';
import { indexPatterns, matchesIn } from './word-patterns.ts';
import { phrasesOf } from './words/words.ts';

/** Stored with each result. A change of the rules increases the version and never rewrites older results. */
export const RULES_VERSION = 'rules-3';

/** The classification of a mail, by rules or by a model. */
export type Classification = {
  readonly intent: Intent;
  readonly sentiment: Sentiment;
  readonly score: number;
  /** Two letters of ISO 639-1. Null when the language is unknown. */
  readonly language: string | null;
  readonly urgency: Urgency;
  readonly summary: string;
  readonly confidence: Confidence;
};

/** Classifies a mail by rules alone. `text` is what its author wrote, without quotes and signature. */
export function classifyByRules({
  subject,
  text,
}: {
  readonly subject: string;
  readonly text: string;
}): Classification {
  const { intent, confidence } = intentOf({ subject, text });
  const { sentiment, score } = sentimentOf(`${subject}.\n${text}`);
  return {
    intent,
    confidence,
    sentiment,
    score,
    language: languageOf(`${subject}\n${text}`),
    urgency: urgencyOf({ subject, text, intent, score }),
    summary: summaryOf(text) || summaryOf(subject),
  };
}

const pressing = indexPatterns(phrasesOf('pressing').map((phrase) => [phrase, true] as const));
/** A complaint this bitter is looked at first. */
const BITTER = -0.6;
const unhurried: readonly Intent[] = ['feedback', 'partnership', 'spam', 'unsubscribe'];

/** Returns how soon a person should look at a mail. The words for time, threats and money decide, and the tone. */
function urgencyOf(mail: {
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
