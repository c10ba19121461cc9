import { expect, it } from 'vitest';
import { tooManyTextsSchema } from './too-many-page/schema.ts';
import { texts, tooManyPage } from './too-many-page.ts';

it.each(Object.entries(texts))('the texts of the page follow their schema: %s', (_, words) => {
  expect(tooManyTextsSchema.parse(words)).toEqual(words);
});

it('a page says how long to wait, in the language of its reader', () => {
  const page = tooManyPage('uk', 42);

  expect(page).toContain('<html lang="uk">');
  expect(page).toContain('42 с');
});
