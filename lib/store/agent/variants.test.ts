import { describe, expect, it } from 'vitest';
import { type PageName, pageOf } from '#tests/fixtures/product-questions/pages.ts';
import { answerFromPage } from './answer-from-page.ts';
import { allFacts } from './facts.ts';
import type { AgentPage } from './page.ts';

/** A family with one option of many values, of which the second is sold out. */
const familyOf = (option: string, values: readonly string[], attributes: AgentPage['product']['attributes'] = []) => {
  const page = pageOf('mug', 'en');
  return {
    ...page,
    product: { ...page.product, description: '', attributes },
    variants: values.map((value, n) => ({
      productId: `prd_${n}`,
      options: [{ name: option, value }],
      ...{ priceMinor: 10_000, available: n === 1 ? 0 : 9 },
    })),
  };
};
const sizes = Array.from({ length: 12 }, (_, n) => `${36 + n}`);
const kinds = ({ proposals }: ReturnType<typeof answerFromPage>) => proposals.map(({ kind }) => kind);

describe('answers about variants', () => {
  it.each<[PageName, 'en' | 'uk' | 'ru', string]>([
    ['shirt', 'en', 'Is it available in red?'],
    ['shirt', 'en', 'Is it available in crimson?'],
    ['shirt', 'en', 'Do you have XXL in stock?'],
    ['shirt', 'en', 'Do you have it in red, size S?'],
    ['shirt', 'uk', 'Чи є в наявності червона?'],
    ['shirt', 'uk', 'Чи є в наявності XXL?'],
    ['shirt', 'ru', 'Есть ли в наличии красная?'],
    ['shirt', 'ru', 'Сколько стоит размер XXL?'],
  ])('list the variants of the %s for what none of them is: %s %s', (page, locale, ask) => {
    const given = answerFromPage(pageOf(page, locale), ask, locale);

    expect(given.statements).toHaveLength(4);
    expect([given.topic, kinds(given)]).toEqual(['variant', ['ask_seller']]);
  });

  it.each<['en' | 'uk' | 'ru', string]>([
    ['en', 'Can I order 500 pieces?'],
    ['en', 'Is it available in red?'],
    ['uk', 'Чи є в наявності червоний?'],
    ['ru', 'Есть ли в наличии красная?'],
  ])('do not know of a mug that the page does not have: %s %s', (locale, ask) => {
    const given = answerFromPage(pageOf('mug', locale), ask, locale);

    expect([given.topic, kinds(given)]).toEqual(['unknown', ['ask_seller']]);
  });

  it('state the stock of the product that is asked for', () => {
    for (const ask of ['Is it in stock?', 'Is the 350 ml mug in stock?', 'How much is the stoneware mug?'])
      expect(kinds(answerFromPage(pageOf('mug', 'en'), ask, 'en'))).toEqual(['add_to_cart']);
  });

  it('come before attributes, with every value where there are many', () => {
    const page = familyOf('Size', sizes, [{ name: 'Height', value: '9.5', unit: 'cm' }]);

    const { statements } = answerFromPage(page, 'What sizes are there?', 'en');

    expect(statements[0]?.text).toBe(`Size: ${sizes.map((size, n) => (n === 1 ? '37 (sold out)' : size)).join(', ')}.`);
  });

  it('are all facts for a model', () => {
    const page = familyOf('Size', sizes);
    const facts = allFacts({ page, locale: 'en' }, []).filter(({ field }) => field === 'variant');

    expect(facts).toHaveLength(1 + sizes.length);
    expect(facts[0]?.text).toContain('37 (sold out)');
  });

  it('answer a question that names an option, as the panel suggests it', () => {
    const page = familyOf('Scent', ['Rose', 'Mint']);

    const { topic, text } = answerFromPage(page, 'What about “Scent”?', 'en');

    expect([topic, text]).toEqual(['variant', 'Rose: ₴100, in stock. Mint: ₴100, sold out.']);
  });

  it('tell the stock of a variant in few words', () => {
    const textOf = (locale: 'en' | 'uk' | 'ru', ask: string) =>
      answerFromPage(pageOf('shirt', locale), ask, locale).text;

    expect(textOf('en', 'Size S')).toMatch(/^S, Blue: ₴1,890, 4 left\.$/);
    expect(textOf('uk', 'Розмір S')).toMatch(/, лише 4 шт\.$/);
    expect(textOf('ru', 'Размер S')).toMatch(/, осталось 4 шт\.$/);
  });
});
