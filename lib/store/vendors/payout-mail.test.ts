import { expect, it } from 'vitest';
import { locales } from '#lib/i18n/values.ts';
import { payoutMailSchema } from './payout-mail/schema.ts';
import { texts } from './payout-mail.ts';

it.each(locales)('the texts of the mail about a new account match their schema and name the shop: %s', (locale) => {
  expect(payoutMailSchema.parse(texts[locale])).toEqual(texts[locale]);
  expect(texts[locale].subject).toContain('{name}');
  expect(texts[locale].text).toMatch(/\{name\}.*\{last4\}/);
});
