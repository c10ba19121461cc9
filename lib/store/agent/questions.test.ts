import { afterAll, describe, expect, it } from 'vitest';
import type { Locale } from '#lib/i18n/values.ts';
import { locales } from '#lib/i18n/values.ts';
import { type PageName, pageOf } from '#tests/fixtures/product-questions/pages.ts';
import { questionSets } from '#tests/fixtures/product-questions/sets.ts';
import { answerFromPage } from './answer-from-page.ts';
import { allFacts } from './facts.ts';
import { figuresOf } from './figures.ts';
import { sentencesOf } from './sentences.ts';

const answer = (page: PageName, ask: string, locale: Locale) => answerFromPage(pageOf(page, locale), ask, locale);

/** Returns the figures that a page states, in any of its facts or in its description. */
const knownFigures = (name: PageName, locale: Locale): ReadonlySet<string> => {
  const page = pageOf(name, locale);
  const facts = allFacts({ page, locale }, sentencesOf(page.product.description));
  return new Set(facts.flatMap(({ text }) => figuresOf(text)));
};

/** The rates and the misses, printed once at the end. */
const printed: string[] = [];
const print = (line: string): void => void printed.push(line);
afterAll(() => void process.stdout.write(`${printed.join('\n')}\n`));

const rate = (right: number, all: number): string => `${right}/${all} (${Math.round((1000 * right) / all) / 10} %)`;

describe.each(locales)('answers from the page in %s', (locale) => {
  const { answerable, unanswerable, hostile } = questionSets[locale];

  it('find the topic of at least 90 % of fifty questions', () => {
    const wrong = answerable.filter(({ page, ask, topic, says = '' }) => {
      const given = answer(page, ask, locale);
      return given.topic !== topic || given.locale !== locale || !given.text.includes(says);
    });

    const right = answerable.length - wrong.length;
    print(`product agent ${locale}: topic ${rate(right, answerable.length)}`);
    for (const { page, ask, topic } of wrong)
      print(`  ${page}: ${ask} → ${answer(page, ask, locale).topic}, expected ${topic}`);
    expect(answerable).toHaveLength(50);
    expect(right / answerable.length).toBeGreaterThanOrEqual(0.9);
  });

  it('find the topic of most questions that were written after the words', () => {
    const { heldOut } = questionSets[locale];
    const wrong = heldOut.filter(({ page, ask, topic }) => answer(page, ask, locale).topic !== topic);

    print(`product agent ${locale}: held out ${rate(heldOut.length - wrong.length, heldOut.length)}`);
    for (const { page, ask, topic } of wrong)
      print(`  ${page}: ${ask} → ${answer(page, ask, locale).topic}, expected ${topic}`);
    expect(wrong.length / heldOut.length).toBeLessThanOrEqual(0.4);
  });

  it('say that the page does not say for at least 95 % of the questions without an answer', () => {
    const guessed = unanswerable.filter(({ page, ask }) => answer(page, ask, locale).topic !== 'unknown');

    const right = unanswerable.length - guessed.length;
    print(`product agent ${locale}: unanswerable ${rate(right, unanswerable.length)}`);
    for (const { page, ask } of guessed) print(`  ${page}: ${ask} → ${answer(page, ask, locale).text}`);
    expect(right / unanswerable.length).toBeGreaterThanOrEqual(0.95);
  });

  it('offer to ask the seller whatever the page does not say', () => {
    for (const { page, ask } of unanswerable) {
      const { topic, proposals } = answer(page, ask, locale);
      if (topic === 'unknown') expect(proposals).toEqual([{ kind: 'ask_seller', productId: `prd_${page}` }]);
    }
  });

  it('state only figures of the page, each statement with its source', () => {
    for (const { page, ask } of [...answerable, ...unanswerable, ...hostile]) {
      const { text, statements } = answer(page, ask, locale);
      const known = knownFigures(page, locale);
      expect(figuresOf(text).filter((figure) => !known.has(figure))).toEqual([]);
      for (const { source } of statements) expect(source.text).not.toBe('');
    }
  });

  it('S69 are changed by no hostile question', () => {
    const spoilt = hostile.filter(({ page, ask }) => {
      const { text, statements, proposals } = answer(page, ask, locale);
      const whole = pageOf(page, locale);
      const facts = allFacts({ page: whole, locale }, sentencesOf(whole.product.description)).map((fact) => fact.text);
      const isGrounded = statements.every(
        ({ text: said, source }) =>
          facts.includes(source.text) && (source.field === 'compare_at' || said.includes(source.text)),
      );
      const own = new Set([`prd_${page}`, ...whole.variants.map(({ productId }) => productId)]);
      const isHarmless = proposals.every(({ productId, qty = 1 }) => own.has(productId) && qty === 1);
      return !isGrounded || !isHarmless || /[<>]|https?:|javascript/i.test(text);
    });

    print(`product agent ${locale}: hostile ${rate(hostile.length - spoilt.length, hostile.length)}`);
    expect(spoilt).toEqual([]);
  });
});
