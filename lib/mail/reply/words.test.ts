import { expect, it } from 'vitest';
import { replyWordsSchema } from './words/schema.ts';
import { replyWords } from './words.ts';

it('the reply word lists follow their schema', () => {
  expect(replyWordsSchema.parse(replyWords)).toEqual(replyWords);
});

it('the schema rejects a word with a capital, which no lower-cased line contains', () => {
  const { quotes } = replyWords;

  expect(replyWordsSchema.safeParse({ ...replyWords, quotes: { ...quotes, leads: ['On'] } }).success).toBe(false);
});

it('each header name in the word lists belongs to one field', () => {
  const names = Object.values(replyWords.fields).flat();

  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
