import { describe, expect, it } from 'vitest';
import { pageOf } from '#tests/fixtures/product-questions/pages.ts';
import { answerFromPage } from './answer-from-page.ts';
import { whyUnsound } from './check-answer.ts';
import type { Source } from './facts.ts';
import type { AgentPage } from './page.ts';
import { readQuestion } from './question.ts';

const counted = [
  [Array.prototype, 'includes'],
  [String.prototype, 'endsWith'],
  [String.prototype, 'startsWith'],
  [String.prototype, 'replace'],
  [Set.prototype, 'has'],
] as const;

/** Returns how often `run` compares or reads words. */
function workOf(run: () => unknown): number {
  let work = 0;
  const kept = counted.map(([owner, name]) => {
    const own = Reflect.get(owner, name) as (...given: unknown[]) => unknown;
    Reflect.set(owner, name, function count(this: unknown, ...given: unknown[]) {
      work += 1;
      return Reflect.apply(own, this, given);
    });
    return () => Reflect.set(owner, name, own);
  });
  try {
    run();
  } finally {
    for (const restore of kept) restore();
  }
  return work;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const CYRILLIC = 'абвгджзиклмнопрстуфхцчшщюяєї';
/** Different words of a few letters, one sentence for each `perSentence` of them. */
const wordsOf = (length: number, alphabet: string, letters: number, perSentence = 1_000_000): string => {
  let text = '';
  for (let n = 0; text.length < length; n += 1) {
    let word = '';
    for (let rest = n, at = 0; at < letters; at += 1) {
      word += alphabet[rest % alphabet.length];
      rest = Math.floor(rest / alphabet.length);
    }
    text += n % perSentence === perSentence - 1 ? `${word}. ` : `${word} `;
  }
  return text.slice(0, length);
};

/** About one comparison per letter of the longest page and question. Comparing each pair of letters would be far above it. */
const MOST = 250_000;

const base = pageOf('mug', 'en');
const withProduct = (product: Partial<AgentPage['product']>, more: Partial<AgentPage> = {}): AgentPage => ({
  ...base,
  ...more,
  product: { ...base.product, ...product },
});

describe('the work of an answer', () => {
  for (const [name, alphabet] of [
    ['Latin', LETTERS],
    ['Cyrillic', CYRILLIC],
  ] as const)
    for (const letters of [2, 3, 6]) {
      const question = wordsOf(2_000, alphabet, letters);

      it.each([6, 30])(`is bounded for ${letters} ${name} letters a word and sentences of %i words`, (perSentence) => {
        const description = wordsOf(20_000, alphabet, letters, perSentence);
        const glass = wordsOf(20_000, alphabet, letters, perSentence).replaceAll('. ', ' glass. ');
        expect(workOf(() => answerFromPage(withProduct({ description }), question, 'en'))).toBeLessThan(MOST);
        const asked = `material ${question}`;
        const page = withProduct({ description: glass.slice(0, 20_000) });
        expect(workOf(() => answerFromPage(page, asked, 'en'))).toBeLessThan(MOST);
      });

      it(`is bounded for ${letters} ${name} letters a word in attributes and variants`, () => {
        const value = wordsOf(200, alphabet, letters);
        const attributes = Array.from({ length: 40 }, (_, n) => ({ name: `Zq${n}`, value }));
        const variants = Array.from({ length: 60 }, (_, n) => ({
          productId: `prd_${n}`,
          options: ['A', 'B', 'C'].map((option) => ({ name: option, value: `${value.slice(0, 40)}${n}` })),
          ...{ priceMinor: 100, available: 1 },
        }));
        const page = withProduct({ description: '', attributes }, { variants });
        expect(workOf(() => answerFromPage(page, question, 'en'))).toBeLessThan(MOST);
      });

      it(`is bounded for an answer of a model with ${letters} ${name} letters a word`, () => {
        const text = wordsOf(1_500, alphabet, letters);
        const fact: Source = { field: 'description', label: 'Description', text: wordsOf(12_000, LETTERS, 4) };
        expect(workOf(() => whyUnsound(text, [fact], 'en'))).toBeLessThan(MOST);
      });
    }

  it('has a bounded number of words of a question', () => {
    expect(readQuestion(wordsOf(2_000, LETTERS, 2), 'en').content).toHaveLength(40);
  });
});
