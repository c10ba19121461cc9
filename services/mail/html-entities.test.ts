import { expect, it } from 'vitest';
import { namedCharactersSchema } from './html-entities/schema.ts';
import { decodeEntities, namedCharacters } from './html-entities.ts';

it('the named characters follow their schema, and each is found by its name', () => {
  expect(namedCharactersSchema.parse(namedCharacters)).toEqual(namedCharacters);
  for (const [name, character] of Object.entries(namedCharacters)) expect(decodeEntities(`&${name};`)).toBe(character);
});

it('a blank that does not break stays one, and what has no width goes', () => {
  expect(decodeEntities('a&nbsp;b&shy;c')).toBe('a\u00a0bc');
});
