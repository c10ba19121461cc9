import { describe, expect, it } from 'vitest';
import { agentWordsSchema } from './schema.ts';
import { agentWords } from './words.ts';

describe('the words of the product agent', () => {
  it.each(Object.entries(agentWords))('follow their schema: %s', (_, lists) => {
    expect(agentWordsSchema.parse(lists)).toEqual(lists);
  });

  it('contain no figure that an answer could state without a fact', () => {
    const said = Object.values(agentWords).flatMap(({ say }) => Object.values(say));

    expect(said.filter((text) => /\d/.test(text))).toEqual([]);
  });
});
