import { expect, it } from 'vitest';
import { locales } from '#lib/i18n/values.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import { reasonTexts, reasonTextsFor } from './reason-texts.ts';
import { reasonCodes } from './values.ts';

it('every reason but `other` has a text of its own in each language, which fits the field of a rejection', () => {
  const coded = reasonCodes.filter((code) => code !== 'other').sort();
  for (const locale of locales) expect(Object.keys(reasonTexts[locale]).sort()).toEqual(coded);

  const all = locales.flatMap((locale) => Object.values(reasonTexts[locale]));
  expect(new Set(all).size).toBe(locales.length * coded.length);
  expect(all.filter((text) => text.trim().length < 20 || text.length > 500)).toEqual([]);
});

it('reasonTextsFor returns the texts in the language of the applicant, not of the reviewer', async () => {
  const applicant = await asUser(await testContext(), { locale: 'uk' });

  expect(await reasonTextsFor({ ...applicant, locale: 'ru' }, applicant.user.id)).toBe(reasonTexts.uk);
});
