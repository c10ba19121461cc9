import { expect, it } from 'vitest';
import { locales } from '#lib/i18n/values.ts';
import { orderTextsSchema } from './order-texts/schema.ts';
import { orderTexts, requestTitle } from './order-texts.ts';

it.each(locales)('the texts of orders match their schema: %s', (locale) => {
  expect(orderTextsSchema.parse(orderTexts[locale])).toEqual(orderTexts[locale]);
});

it('requestTitle inserts the seller’s name verbatim', () => {
  expect(requestTitle('{count} $& Pots', 'en')).toBe('Payment to {count} $& Pots');
});
