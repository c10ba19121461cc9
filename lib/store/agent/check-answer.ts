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

/** Figures of other scripts, which no fact of the page is written with, and Roman ones. */
const FOREIGN_FIGURE = /(?![0-9])\p{N}/u;
const ROMAN = /(?<![\p{L}\d])[IVXLCDM]{2,}(?![\p{L}\d])/gu;
const PRICED = /cost|price|цін|кошту|варт|цен|стоит|стоят|стоим/iu;
const DELIVERED = /deliver|shipp|courier|post|достав|пошт|почт|кур['’]?[єь]ер/iu;
const NEGATIVE =
  /(?<![\p{L}])(?:no|not|never|none|cannot|\p{L}+n['’]t|without|sold out|out of stock|не|ні|нет|нема|немає|без|неможлив\p{L}*|невозмож\p{L}*|розпродан\p{L}*|распродан\p{L}*)(?![\p{L}])/iu;

const MOST_TEXT = 1_500;

/** A sentence has several different words. A text that repeats a few words is no answer. */
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

const spokenIn = ({ label, text }: Source): string => `${label}: ${text}`;

/** Promises that a fact may deny or tie to a condition, so that the word alone proves nothing. */
const denied: readonly string[] = ['free', 'returns', 'refund', 'stock', 'discount', 'warranty', 'gift'];

/** Returns whether each promise of a text is made by a fact that says it as the text does: both deny it, or neither. */
function isAsPromised(text: string, facts: readonly Source[]): boolean {
  const groups = groupsIn(text);
  return denied.every((group) => {
    if (!groups.has(group)) return true;
    const said = facts.filter((fact) => groupsIn(spokenIn(fact)).has(group));
    return said.some(
      (fact) =>
        NEGATIVE.test(fact.text) === NEGATIVE.test(text) && (group !== 'free' || isOnItsCondition(text, fact.text)),
    );
  });
}

/** What is free from an amount is only free with that amount, the greatest of its fact. */
function isOnItsCondition(text: string, fact: string): boolean {
  const amounts = amountsOf(fact).map(Number);
  return (
    amounts.length === 0 ||
    amountsOf(text)
      .map(Number)
      .includes(Math.max(...amounts))
  );
}

/** Returns whether every amount belongs to what its sentence speaks of. Only the page itself states an earlier price. */
function isOwnAmount(text: string, facts: readonly Source[]): boolean {
  const knownOf = (...fields: readonly string[]) =>
    new Set(facts.filter(({ field }) => fields.includes(field)).flatMap((fact) => amountsOf(fact.text)));
  const [prices, deliveries] = [knownOf('price', 'variant'), knownOf('delivery')];
  if (amountsOf(text).length > 0 && facts.some(({ field }) => field === 'compare_at')) return false;
  return text.split(/(?<=[.!?…])\s/u).every((sentence) => {
    if (DELIVERED.test(sentence)) return amountsOf(sentence).every((amount) => deliveries.has(amount));
    return !PRICED.test(sentence) || amountsOf(sentence).every((amount) => prices.has(amount));
  });
}

const spoken = Object.fromEntries(
  Object.entries(agentWords).map(([locale, { say, labels }]) => [
    locale,
    keySetOf(contentWords(Object.values({ ...say, ...labels }).join(' '))),
  ]),
);

/** Returns whether each content word appears in the facts, in the title or in the page's own phrases. */
function isInWords(text: string, known: string, locale: Locale): boolean {
  const words = keySetOf(contentWords(known));
  return contentWords(text).every((word) => {
    const keys = keysOf(word);
    return /^\d/.test(word) || hasAny(words, keys) || hasAny(spoken[locale] ?? new Set(), keys);
  });
}

/**
 * Returns why an answer of a model must not be shown, or null: it is empty or too long, has markup or an address, is in
 * another language, has nothing of its facts, or has a figure, an amount, a percentage, a promise or another word that
 * none of them has. Words of the title are known.
 */
export function whyUnsound(text: string, facts: readonly Source[], locale: Locale, title = ''): string | null {
  if (text.trim() === '' || text.length > MOST_TEXT) return 'length';
  if (NOT_PLAIN.test(text)) return 'markup';
  if (readQuestion(text, locale).locale !== locale) return 'language';
  const all = facts.map(spokenIn).join('\n');
  if (!restsOn(text, all) || isBabble(tokensOf(text).map((token) => token.text))) return 'ground';
  const isIn = (of: (text: string) => Iterable<string>): boolean => {
    const known = new Set(of(all));
    return [...of(text)].every((one) => known.has(one));
  };
  const plain = normalForm(text, 'NFKC');
  if (FOREIGN_FIGURE.test(plain) || !isIn((of) => of.match(ROMAN) ?? []) || !isIn(figuresOf)) return 'figure';
  if (!isIn(amountsOf) || !isIn(percentsOf) || !isOwnAmount(text, facts)) return 'amount';
  if (!isIn(groupsIn) || !isAsPromised(text, facts)) return 'promise';
  return isInWords(text, `${title}\n${all}`, locale) ? null : 'words';
}
