import { describe, expect, it } from 'vitest';
import type { Locale } from '#lib/i18n/values.ts';
import { whyUnsound } from './check-answer.ts';
import type { Source } from './facts.ts';

const fact = (field: Source['field'], label: string, text: string): Source => ({ field, label, text });
const price = fact('price', 'Price', '₴200');
const delivery = fact('delivery', 'Delivery', 'Post: ₴50, 1–3 days; free from ₴1,000');
const warranty = fact('warranty', 'Warranty', '2 years');
const noReturns = fact('returns', 'Returns', 'No returns for this mug.');
const soldOut = fact('stock', 'Stock', 'It is sold out at the moment.');
const gift = fact('description', 'Description', 'A mug of stoneware for tea.');

describe('an answer of a model', () => {
  it.each<[string, readonly Source[], string]>([
    ['a condition left out', [delivery], 'Delivery is free.'],
    ['a fee as the price', [delivery], 'It costs ₴50.'],
    ['an earlier and a new price', [fact('compare_at', 'Earlier price', '₴200 → ₴100')], 'It was ₴100 and is ₴200.'],
    ['a figure in a word', [price], 'It costs one ₴.'],
    ['a number of years in a word', [warranty], 'The warranty is fifteen years.'],
    ['a fall of the price', [price], 'The price falls by a third next week.'],
    ['a day', [delivery], 'Delivery is on Monday.'],
    ['the contrary of a note', [noReturns], 'Returns for this mug.'],
    ['stock that is sold out', [soldOut], 'It can be bought at once, we have many in stock.'],
    ['figures of another script', [price], 'The price is ₴٩.'],
    ['Roman figures', [price], 'The price is IV UAH.'],
    ['praise of its own', [gift], 'The mug is stoneware, certified, food safe, made by hand in Italy.'],
  ])('is refused for %s', (_, facts, text) => {
    expect(whyUnsound(text, facts, 'en', 'Mug')).not.toBeNull();
  });

  it.each<[Locale, readonly Source[], string]>([
    ['en', [price], 'The mug costs ₴200.'],
    ['en', [delivery], 'Delivery costs ₴50 by post, and it is free from ₴1,000.'],
    ['en', [warranty], 'The warranty is 2 years.'],
    ['en', [noReturns], 'There are no returns for this mug.'],
    ['en', [soldOut], 'It is sold out at the moment.'],
    ['en', [gift], 'The mug is stoneware.'],
    ['uk', [fact('price', 'Ціна', '200 ₴')], 'Ціна: 200 ₴.'],
    ['ru', [fact('price', 'Цена', '200 ₴')], 'Цена: 200 ₴.'],
    ['uk', [fact('stock', 'Наявність', 'Є в наявності.')], 'Кухоль є в наявності.'],
  ])('is shown in %s where its facts say it', (locale, facts, text) => {
    expect(whyUnsound(text, facts, locale, locale === 'uk' ? 'Кухоль' : 'Mug')).toBeNull();
  });
});
