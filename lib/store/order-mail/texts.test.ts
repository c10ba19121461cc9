import { expect, it } from 'vitest';
import { orderMailTextsSchema } from './texts/schema.ts';
import { orderMailTexts } from './texts.ts';

it.each(Object.entries(orderMailTexts))('the texts of mails about orders follow their schema: %s', (_, texts) => {
  expect(orderMailTextsSchema.parse(texts)).toEqual(texts);
});

it('a mail without its texts is refused', () => {
  const { placed, ...mails } = orderMailTexts.en.mails;

  expect(placed.subject).not.toBe('');
  expect(orderMailTextsSchema.safeParse({ ...orderMailTexts.en, mails }).success).toBe(false);
});
