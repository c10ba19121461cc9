import { expect, it } from 'vitest';
import { isHeldDown, keyOf, opensPalette } from './console-press.ts';

it.each([
  ['g', 'KeyG', false, 'g'],
  ['п', 'KeyG', false, 'g'],
  ['щ', 'KeyO', false, 'o'],
  ['?', 'Digit7', true, '?'],
  ['.', 'Slash', false, '/'],
  [',', 'Slash', true, '?'],
  ['.', 'Period', false, '.'],
  ['Enter', 'Enter', false, 'Enter'],
])('is the same shortcut on a Cyrillic keyboard: %s of %s, Shift %s, is %s', (key, code, shiftKey, letter) => {
  expect(keyOf({ key, code, shiftKey })).toBe(letter);
});

it.each([
  ['g', 'KeyG', true, true],
  ['g', 'KeyG', false, false],
  ['j', 'KeyJ', true, false],
  ['л', 'KeyK', true, false],
])('a held key counts once, except for moving along a list: %s of %s, repeated %s', (key, code, repeat, isIgnored) => {
  expect(isHeldDown({ key, code, repeat, shiftKey: false })).toBe(isIgnored);
});

it.each([
  [{ ctrlKey: true }, true],
  [{ metaKey: true }, true],
  [{}, false],
  [{ ctrlKey: true, shiftKey: true }, false],
  [{ ctrlKey: true, altKey: true }, false],
])('opens the palette with Ctrl or ⌘ alone: %j', (held, opens) => {
  const press = { key: 'л', code: 'KeyK', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

  expect(opensPalette({ ...press, ...held })).toBe(opens);
});
