import { normalForm } from '#lib/core/normal-form.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { tokensOf } from '#lib/language/tokens.ts';
import { indexPatterns, matchesIn } from '#lib/language/word-patterns.ts';
import type { Source } from './facts.ts';
import { figuresOf } from './figures.ts';
import { contentWords, hasAny, keySetOf, keysOf, readQuestion } from './question.ts';
import { agentWords } from './words/words.ts';

/** Words that promise something, and figures in words: an answer may have only those that its facts have. */
const guarded = indexPatterns(
  Object.values(agentWords).flatMap(({ guarded: groups }) =>
    Object.entries(groups).flatMap(([group, phrases]) => phrases.map((phrase) => [phrase, group] as const)),
  ),
);

const groupsIn = (text: string): Set<string> => new Set(matchesIn(guarded, tokensOf(text)).map(({ value }) => value));

/** Markup, addresses and links: a fact of a page has none that an answer needs. */
const NOT_PLAIN = /[<>[\]{}`*_#|\\@]|:\/\/|[\p{L}\d-]\.\p{L}{2}/u;
/** The figures have a greatest length: without one, a row of figures would take quadratic time. */
const MONEY =
  /(?:[₴$€£]|\b(?:uah|usd|eur|грн)\b\.?)\s?(\d[\d.,\u00a0\u202f ]{0,20})|(\d[\d.,\u00a0\u202f ]{0,20})\s?(?:[₴$€£]|uah|usd|eur|грн|гривен|гривн|доллар|долар|euro|dollar|евро|євро)/giu;
const PERCENT = /(\d[\d.,]{0,20})\s?(?:%|percent|відсот|процент)/giu;

const amountsOf = (text: string): string[] =>
  [...normalForm(text, 'NFKC').matchAll(MONEY)].flatMap(([, a, b]) => figuresOf(a ?? b ?? ''));
const percentsOf = (text: string): string[] =>
  [...normalForm(text, 'NFKC').matchAll(PERCENT)].flatMap(([, a]) => figuresOf(a ?? ''));

const MOST_TEXT = 1_500;

/** An answer has words of its own. A text of few words, each many times, is no sentence. */
const MOST_REPEATED = 4;
const isBabble = (words: readonly string[]): boolean => words.length > MOST_REPEATED * new Set(words).size;

/** Returns whether a text has at least one word or figure of its facts. */
function restsOn(text: string, known: string): boolean {
  const words = keySetOf(contentWords(known));
  const figures = new Set(figuresOf(known));
  return (
    figuresOf(text).some((figure) => figures.has(figure)) ||
    contentWords(text).some((word) => hasAny(words, keysOf(word)))
  );
}

/**
 * Returns why an answer of a model must not be shown, or null: it is empty or too long, has markup or an address, is in
 * another language, has nothing of its facts, or has a figure, an amount, a percentage or a promise that none of them
 * has.
 */
export function whyUnsound(text: string, facts: readonly Source[], locale: Locale): string | null {
  if (text.trim() === '' || text.length > MOST_TEXT) return 'length';
  if (NOT_PLAIN.test(text)) return 'markup';
  if (readQuestion(text, locale).locale !== locale) return 'language';
  const all = facts.map((fact) => `${fact.label}: ${fact.text}`).join('\n');
  if (!restsOn(text, all) || isBabble(tokensOf(text).map((token) => token.text))) return 'ground';
  const isIn = (of: (text: string) => Iterable<string>): boolean => {
    const known = new Set(of(all));
    return [...of(text)].every((one) => known.has(one));
  };
  if (!isIn(figuresOf)) return 'figure';
  if (!isIn(amountsOf) || !isIn(percentsOf)) return 'amount';
  return isIn(groupsIn) ? null : 'promise';
}
