import { expect, it } from 'vitest';
import { keyOf, opensPalette } from './console-press.ts';

it.each([
  ['g', 'KeyG', 'g'],
  ['п', 'KeyG', 'g'],
  ['щ', 'KeyO', 'o'],
  ['?', 'Digit7', '?'],
  ['Enter', 'Enter', 'Enter'],
])('is the same shortcut on a Cyrillic keyboard: %s of %s is %s', (key, code, letter) => {
  expect(keyOf({ key, code })).toBe(letter);
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
