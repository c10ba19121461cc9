import { expect, it } from 'vitest';
import { replyWordsSchema } from './words/schema.ts';
import { replyWords } from './words.ts';

it('the words of other mail programs follow their schema', () => {
  expect(replyWordsSchema.parse(replyWords)).toEqual(replyWords);
});

it('a word that no lowered line can hold is refused', () => {
  const { quotes } = replyWords;

  expect(replyWordsSchema.safeParse({ ...replyWords, quotes: { ...quotes, leads: ['On'] } }).success).toBe(false);
});

it('each name of a copied field means one field', () => {
  const names = Object.values(replyWords.fields).flat();

  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
