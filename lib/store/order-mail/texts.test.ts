import { expect, it } from 'vitest';
import { orderMailTextsSchema } from './texts/schema.ts';
import { orderMailTexts } from './texts.ts';

it.each(Object.entries(orderMailTexts))('the texts of order mails match their schema: %s', (_, texts) => {
  expect(orderMailTextsSchema.parse(texts)).toEqual(texts);
});

it('the schema rejects texts without those of one mail', () => {
  const { placed, ...mails } = orderMailTexts.en.mails;

  expect(placed.subject).not.toBe('');
  expect(orderMailTextsSchema.safeParse({ ...orderMailTexts.en, mails }).success).toBe(false);
});
