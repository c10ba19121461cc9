import { REPLIES } from '#lib/mail/headers/reply-headers.ts';
import { meaningfulWords, questionWords } from './sentences.ts';
import { tokensOf } from './tokens.ts';
import { type Confidence, type Intent, intents } from './values.ts';
import { indexPatterns, matchesIn } from './word-patterns.ts';
import { phrasesOf, words } from './words/words.ts';

/** The subject counts double, because people state their request there. */
const SUBJECT_TIMES = 2;
/** With fewer points the words say too little. */
const LEAST = 3;
const SURE = 8;
const CLEAR = 5;

type Weight = { readonly intent: Intent; readonly weight: number };

/**
 * The lists of all three languages in one index. A mail may mix languages, and a word that two of them share counts
 * once. The scripts already separate English from the others.
 */
const index = indexPatterns(weightedPhrases());

function* weightedPhrases(): Generator<[string, Weight]> {
  for (const intent of intents) {
    const seen = new Set<string>();
    const byWeight = Object.values(words).flatMap((list) => list.intents[intent]);
    for (const { weight, phrases } of byWeight.sort((a, b) => b.weight - a.weight))
      for (const phrase of phrases.filter((text) => !seen.has(text))) {
        seen.add(phrase);
        yield [phrase, { intent, weight }];
      }
  }
}

/** Returns the points of each intent. Of overlapping phrases only the heaviest counts, and each phrase counts once. */
function pointsOf(text: string): Map<Intent, number> {
  const points = new Map<Intent, number>();
  const counted = new Set<string>();
  const taken = new Map<Intent, Set<number>>(intents.map((intent) => [intent, new Set()]));
  const found = matchesIn(index, tokensOf(text)).sort((a, b) => b.value.weight - a.value.weight || b.length - a.length);
  for (const { source, value, at, length } of found) {
    const key = `${value.intent} ${source}`;
    const places = Array.from({ length }, (_, step) => at + step);
    const held = taken.get(value.intent);
    if (counted.has(key) || places.every((place) => held?.has(place))) continue;
    counted.add(key);
    for (const place of places) held?.add(place);
    points.set(value.intent, (points.get(value.intent) ?? 0) + value.weight);
  }
  return points;
}

/** Returns the intent of a mail, from its subject and the text its author wrote. */
export function intentOf(mail: { readonly subject: string; readonly text: string }): {
  readonly intent: Intent;
  readonly confidence: Confidence;
} {
  const [subject, body] = [pointsOf(mail.subject), pointsOf(mail.text)];
  const isDone = isSettled(mail);
  const pointsFor = (intent: Intent): number => {
    const asked = subject.get(intent) ?? 0;
    // A mail that reports a finished matter repeats the words of the original request in its subject.
    return isDone && asked > 0 ? 0 : SUBJECT_TIMES * asked + (body.get(intent) ?? 0);
  };
  const ranked = intents.map((intent) => ({ intent, points: pointsFor(intent) })).sort((a, b) => b.points - a.points);
  const [best, second] = ranked;
  if (!best || best.points < LEAST) return { intent: 'other', confidence: 'low' };
  return { intent: best.intent, confidence: confidenceOf(best.points, second?.points ?? 0) };
}

function confidenceOf(best: number, second: number): Confidence {
  if (best >= SURE && best >= 2 * second) return 'high';
  return best >= CLEAR && best >= 1.25 * second ? 'medium' : 'low';
}

const settled = indexPatterns(phrasesOf('settled').map((phrase) => [phrase, true] as const));
const unsettledWords: ReadonlySet<string> = new Set(phrasesOf('unsettled'));
/** A longer reply says more than that the request is done. */
const MOST_WORDS = 25;

/**
 * Returns true when a mail only confirms that the request in its subject is done. Such a mail is a short reply with
 * thanks, or with the news that something arrived or works. It contains no question and no denial. Its subject then
 * belongs to an earlier mail.
 */
function isSettled({ subject, text }: { readonly subject: string; readonly text: string }): boolean {
  if (!REPLIES.test(subject) || text.includes('?')) return false;
  const tokens = tokensOf(text);
  if (tokens.length === 0 || tokens.length > MOST_WORDS) return false;
  if (tokens.some(({ text: word }) => unsettledWords.has(word) || word.endsWith("n't"))) return false;
  if (questionWords.has(tokens[0]?.text ?? '')) return false;
  return meaningfulWords(tokens) === 0 || matchesIn(settled, tokens).length > 0;
}
