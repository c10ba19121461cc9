import { expect, it } from 'vitest';
import { effects } from '#services/run/effects.ts';
import { effectText } from './effect-words.ts';

it('every effect of the product has words for the console', () => {
  const unnamed = effects.map(({ topic }) => topic.name).filter((name) => effectText(name) === name);
  expect(unnamed).toEqual([]);
});
