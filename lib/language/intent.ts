import { isSettled } from './settled.ts';
import { tokensOf } from './tokens.ts';
import { type Confidence, type Intent, intents } from './values.ts';
import { indexPatterns, matchesIn } from './word-patterns.ts';
import { intentsEn } from './words/intents-en.ts';
import { intentsRu } from './words/intents-ru.ts';
import { intentsUk } from './words/intents-uk.ts';

/** A line of subject counts double: it is where people say what they want. */
const SUBJECT_TIMES = 2;
/** Under it the words say too little. */
const LEAST = 3;
const SURE = 8;
const CLEAR = 5;

type Weight = { readonly intent: Intent; readonly weight: number };

/**
 * The lists of all three languages as one: a mail may mix them, and a word that two of them share counts once. The
 * scripts keep English apart from the others by themselves.
 */
const index = indexPatterns(weightedPhrases());

function* weightedPhrases(): Generator<[string, Weight]> {
  for (const intent of intents) {
    const seen = new Set<string>();
    const byWeight = [intentsEn, intentsUk, intentsRu].flatMap((list) => Object.entries(list[intent]));
    for (const [weight, phrases] of byWeight.sort(([a], [b]) => Number(b) - Number(a)))
      for (const phrase of phrases.filter((one) => !seen.has(one))) {
        seen.add(phrase);
        yield [phrase, { intent, weight: Number(weight) }];
      }
  }
}

/** Points of each intent; of phrases that overlap in one place only the heaviest counts, and each phrase counts once. */
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

/** What a mail is about, by the words of its subject and of what its author wrote. */
export function intentOf(mail: { readonly subject: string; readonly text: string }): {
  readonly intent: Intent;
  readonly confidence: Confidence;
} {
  const [subject, body] = [pointsOf(mail.subject), pointsOf(mail.text)];
  const isDone = isSettled(mail);
  const pointsFor = (intent: Intent): number => {
    const asked = subject.get(intent) ?? 0;
    // What it was about is named once more by whoever says that it is done.
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
