import { expect, it } from 'vitest';
import { tooManyTextsSchema } from './too-many-page/schema.ts';
import { texts, tooManyPage } from './too-many-page.ts';

it.each(Object.entries(texts))('the texts of the rate limit page match their schema: %s', (_, words) => {
  expect(tooManyTextsSchema.parse(words)).toEqual(words);
});

it('the rate limit page shows the waiting time in the language of the reader', () => {
  const page = tooManyPage('uk', 42);

  expect(page).toContain('<html lang="uk">');
  expect(page).toContain('42 с');
});
