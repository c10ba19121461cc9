import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DiffPart, wordDiff } from './word-diff.ts';

const textOf = (parts: readonly DiffPart[], kind: DiffPart['kind']): string =>
  parts
    .filter((part) => part.kind === 'same' || part.kind === kind)
    .map(({ text }) => text)
    .join('');

describe('the difference between two texts', () => {
  it('is split at whole words', () => {
    expect(wordDiff('We ship on Monday.', 'We ship on Friday.')).toEqual([
      { kind: 'same', text: 'We ship on ' },
      { kind: 'removed', text: 'Monday' },
      { kind: 'added', text: 'Friday' },
      { kind: 'same', text: '.' },
    ]);
  });

  it('is one unchanged part for equal texts and one added part against an empty text', () => {
    expect(wordDiff('Добрий день', 'Добрий день')).toEqual([{ kind: 'same', text: 'Добрий день' }]);
    expect(wordDiff('', 'Hello')).toEqual([{ kind: 'added', text: 'Hello' }]);
    expect(wordDiff('', '')).toEqual([]);
  });

  it('reproduces both texts', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'лампа', ' ', '\n', '.', '[slot]', '’')).map((all) => all.join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const parts = wordDiff(before, after);
        expect(textOf(parts, 'removed')).toBe(before);
        expect(textOf(parts, 'added')).toBe(after);
      }),
    );
  });

  // A table of their words would have 10^10 cells, more than a typed array can hold.
  it('is one removed and one added part for two long texts without a common word', () => {
    const words = (stem: string) => Array.from({ length: 50_000 }, (_, n) => `${stem}${n}`).join(' ');

    const parts = wordDiff(words('a'), words('b'));

    expect(parts.map(({ kind }) => kind)).toEqual(['removed', 'added']);
  });
});
