import { describe, expect, it } from 'vitest';
import { languageWordsSchema } from './schema.ts';
import { words } from './words.ts';

describe('the word lists', () => {
  it.each(Object.entries(words))('follow their schema: %s', (_, lists) => {
    expect(languageWordsSchema.parse(lists)).toEqual(lists);
  });

  it('are rejected by their schema for a phrase that no token can match and for a missing list', () => {
    const { en } = words;
    const isRefused = (phrases: object) => !languageWordsSchema.safeParse({ ...en, phrases }).success;

    expect(isRefused({ ...en.phrases, polite: ['Hello'] })).toBe(true);
    expect(isRefused({ ...en.phrases, polite: ['ёлка'] })).toBe(true);
    expect(isRefused({ ...en.phrases, polite: ['two  blanks'] })).toBe(true);
    expect(isRefused({ ...en.phrases, pressing: undefined })).toBe(true);
  });
});
