import { expect, it } from 'vitest';
import { nextItem } from './next-item.ts';

it.each([
  ['the next one', ['a', 'b', 'c'], ['a', 'c'], 'b', 'c'],
  ['the next one that is left', ['a', 'b', 'c', 'd'], ['a', 'd'], 'b', 'd'],
  ['the last one', ['a', 'b'], ['a'], 'b', 'a'],
  ['none when the list is empty', ['a'], [], 'a', null],
  ['nothing while the item is there', ['a', 'b'], ['b'], 'b', undefined],
  ['nothing without a focus in the list', ['a', 'b'], ['b'], null, undefined],
  ['nothing for an item that was never there', ['a'], ['a'], 'b', undefined],
])('gives the focus of an item that has left to %s', (_, before, now, focused, next) => {
  expect(nextItem(before, now, focused)).toBe(next);
});
