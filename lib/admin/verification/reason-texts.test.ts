import { expect, it } from 'vitest';
import { locales } from '#lib/i18n/values.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import { reasonTexts, reasonTextsFor } from './reason-texts.ts';
import { reasonCodes } from './values.ts';

it('every reason but `other` has a text of at most 500 characters in each language', () => {
  for (const locale of locales) {
    expect(Object.keys(reasonTexts[locale]).sort()).toEqual(reasonCodes.filter((code) => code !== 'other').sort());
    for (const text of Object.values(reasonTexts[locale])) expect(text.trim().length).toBeLessThanOrEqual(500);
  }
});

it('reasonTextsFor returns the texts in the language of the applicant, not of the reviewer', async () => {
  const applicant = await asUser(await testContext(), { locale: 'uk' });

  expect(await reasonTextsFor({ ...applicant, locale: 'ru' }, applicant.user.id)).toBe(reasonTexts.uk);
});
