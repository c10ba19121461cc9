import { expect, it } from 'vitest';
import { pageTextsSchema } from './page-texts/schema.ts';
import { pageTexts } from './page-texts.ts';

it.each(Object.entries(pageTexts))('the texts of the demo page follow their schema: %s', (_, texts) => {
  expect(pageTextsSchema.parse(texts)).toEqual(texts);
});

it('pageTextsSchema rejects a missing text for a decline reason', () => {
  const { 1101: declined, ...reasons } = pageTexts.en.reasons;

  expect(declined).toBeDefined();
  expect(pageTextsSchema.safeParse({ ...pageTexts.en, reasons }).success).toBe(false);
});
