import { expect, it } from 'vitest';
import en from '#lib/i18n/console/en/verification.json' with { type: 'json' };
import uk from '#lib/i18n/console/uk/verification.json' with { type: 'json' };
import { answerLabel, birthText } from './answer-words.ts';

it.each([
  ['2026-05-16', '17 May 1990, 35 years old', '17 травня 1990 р., 35 років'],
  ['2026-05-17', '17 May 1990, 36 years old', '17 травня 1990 р., 36 років'],
])('writes a birth date with the age on %s', (today, inEnglish, inUkrainian) => {
  const now = new Date(`${today}T12:00:00.000Z`);

  expect([
    birthText('1990-05-17', { texts: en, reader: { locale: 'en', zone: 'UTC' }, now }),
    birthText('1990-05-17', { texts: uk, reader: { locale: 'uk', zone: 'UTC' }, now }),
  ]).toEqual([inEnglish, inUkrainian]);
});

it('names the answers of an identity and of a shop, and keeps the name of any other', () => {
  expect([
    answerLabel('identity', 'country', en),
    answerLabel('vendor', 'country', en),
    answerLabel('vendor', 'taxId', en),
    answerLabel('identity', 'taxId', en),
  ]).toEqual([en.answer_country, en.shop_country, en.shop_taxId, 'taxId']);
});
