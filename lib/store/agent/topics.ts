import type { Locale } from '#lib/i18n/values.ts';
import { type Token, tokensOf } from '#lib/language/tokens.ts';
import { indexPatterns, matchesIn, type PatternIndex } from '#lib/language/word-patterns.ts';
import type { Question } from './question.ts';
import type { Sentence } from './sentences.ts';
import { type AgentConcept, type AgentTopic, agentConcepts, agentTopics } from './values.ts';
import type { AgentWords } from './words/schema.ts';
import { agentWords } from './words/words.ts';

/** What a question asks about: a fixed topic of the page, or a property under any name. */
export type Asked =
  | { readonly kind: 'topic'; readonly topic: AgentTopic }
  | { readonly kind: 'concept'; readonly concept: AgentConcept };
type Weighted = Asked & { readonly weight: number };
type Weights = Partial<Readonly<Record<string, readonly string[]>>>;

/** Ukrainian and Russian share a script, so a question in either is read with the words of both. */
const read: Readonly<Record<Locale, readonly Locale[]>> = {
  en: ['en'],
  uk: ['uk', 'ru', 'en'],
  ru: ['ru', 'uk', 'en'],
};

const entriesOf = (asked: Asked, weights: Weights): (readonly [string, Weighted])[] =>
  Object.entries(weights).flatMap(([weight, phrases = []]) =>
    phrases.map((phrase) => [phrase, { ...asked, weight: Number(weight) }] as const),
  );

const askedIn = ({ topics, concepts }: AgentWords): (readonly [string, Weighted])[] => [
  ...agentTopics.flatMap((topic) => entriesOf({ kind: 'topic', topic }, topics[topic])),
  ...agentConcepts.flatMap((concept) => entriesOf({ kind: 'concept', concept }, concepts[concept].ask)),
];

const asking: Readonly<Record<Locale, PatternIndex<Weighted>>> = {
  en: indexPatterns(askedIn(agentWords.en)),
  uk: indexPatterns(askedIn(agentWords.uk)),
  ru: indexPatterns(askedIn(agentWords.ru)),
};

const patternsOf = (list: 'names' | 'evidence') =>
  indexPatterns(
    Object.values(agentWords).flatMap(({ concepts }) =>
      agentConcepts.flatMap((concept) => concepts[concept][list].map((phrase) => [phrase, concept] as const)),
    ),
  );
const names = patternsOf('names');
const evidence = patternsOf('evidence');
const warranty = indexPatterns(
  Object.values(agentWords).flatMap(({ topics }) =>
    (topics.warranty['4'] ?? []).map((phrase) => [phrase, true] as const),
  ),
);

/** The least weight of what a question asks about, and how much less a second topic may have. */
const ENOUGH = 2;
const CLOSE = 1;

const nameOf = (asked: Asked): string => (asked.kind === 'topic' ? asked.topic : asked.concept);

/**
 * Returns what a question asks about, the most likely first, at most two. Each place of the question counts once for a
 * topic, with its heaviest phrase.
 */
export function topicsOf({ tokens, locale }: Question): Asked[] {
  const scores = new Map<string, { readonly asked: Asked; readonly places: Map<number, number> }>();
  for (const language of read[locale])
    for (const { value, at } of matchesIn(asking[language], tokens)) {
      const score = scores.get(nameOf(value)) ?? { asked: value, places: new Map<number, number>() };
      score.places.set(at, Math.max(score.places.get(at) ?? 0, value.weight));
      scores.set(nameOf(value), score);
    }
  const totals = [...scores.values()]
    .map(({ asked, places }) => ({ asked, total: [...places.values()].reduce((sum, weight) => sum + weight, 0) }))
    .filter(({ total }) => total >= ENOUGH)
    .sort((a, b) => b.total - a.total);
  const most = totals[0]?.total ?? 0;
  return totals
    .filter(({ total }) => most - total <= CLOSE)
    .map(({ asked }) => asked)
    .slice(0, 2);
}

/** Returns the content words of a question that no phrase of a topic explains. */
export function uncoveredWords({ tokens, content, locale }: Question): string[] {
  const covered = new Set<string>();
  for (const language of read[locale])
    for (const { at, length } of matchesIn(asking[language], tokens))
      for (const { text } of tokens.slice(at, at + length)) covered.add(text);
  return content.filter((word) => !covered.has(word));
}

/** Returns whether the name of an attribute or an option belongs to a concept, in any language. */
export const isNameOf = (concept: AgentConcept, name: string): boolean =>
  matchesIn(names, tokensOf(name)).some(({ value }) => value === concept);

/** Returns how many words of a sentence speak of a concept. */
export const evidenceIn = (concept: AgentConcept, { tokens }: Sentence): number =>
  matchesIn(evidence, tokens).filter(({ value }) => value === concept).length;

export const speaksOfWarranty = (tokens: readonly Token[]): boolean => matchesIn(warranty, tokens).length > 0;
