import { expect, it } from 'vitest';
import { locales } from '#lib/i18n/values.ts';
import { orderTextsSchema } from './order-texts/schema.ts';
import { orderTexts, requestTitle } from './order-texts.ts';

it.each(locales)('the texts of orders follow their schema: %s', (locale) => {
  expect(orderTextsSchema.parse(orderTexts[locale])).toEqual(orderTexts[locale]);
});

it('the title of a request holds the name of the seller as it is', () => {
  expect(requestTitle('{count} $& Pots', 'en')).toBe('Payment to {count} $& Pots');
});
