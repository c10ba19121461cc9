import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, indexTokens, searchTerms, vocabularyOf, wordsOf } from './terms.ts';

/** Returns true when a search would find a text: all terms match, the last one as a prefix. */
const finds = (search: string, text: string): boolean => {
  const tokens = indexTokens(text);
  const terms = searchTerms(search).map(({ term }) => term);
  return terms.every((term, i) =>
    tokens.some((token) => (i === terms.length - 1 ? token.startsWith(term) : token === term)),
  );
};

describe('fold', () => {
  it.each([
    ['CAFÉ', 'cafe'],
    ['ﬁne Ｗide', 'fine wide'],
    ["м'яч", 'мяч'],
    ['м’яч', 'мяч'],
    ['мʼяч', 'мяч'],
    ['Ёлка', 'елка'],
    ['ґанок', 'ганок'],
    ['Їжак, чай', 'їжак, чай'],
    ['и\u0306', 'й'],
    ['Łódź Straße', 'lodz strasse'],
  ])('writes %s as %s', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(fold(fold(text))).toBe(fold(text));
      }),
    );
  });
});

describe('searchTerms against indexTokens', () => {
  it.each([
    ['lamp', 'Desk lamps'],
    ['lamps', 'Desk lamp'],
    ['lightin', 'Soft lighting'],
    ['batteries', 'Battery pack'],
    ['glasses', 'A glass'],
    ['boxes', 'Gift box'],
    ['лампи', 'Настільна лампа'],
    ['настільні лампи', 'Настільна лампа'],
    ['настільною лам', 'Настільна лампа'],
    ['керамические чашки', 'Керамическая чашка'],
    ['чашками', 'Чашка'],
    ['lampa', 'Лампа «Місяць»'],
    ['lampy', 'Лампа'],
    ['chashka', 'Керамічна чашка'],
    ['мяч', 'М’яч'],
    ["м'яч", 'Мяч'],
    ['елка', 'Ёлка'],
    ['CAFE', 'café au lait'],
    ['a4 pap', 'Paper A4'],
  ])('matches the search "%s" to the text "%s"', (search, text) => {
    expect(finds(search, text)).toBe(true);
  });

  it.each([
    ['lamp desk chair', 'Desk lamp'],
    ['лампа', 'Стіл'],
    ['a5', 'Paper A4'],
  ])('does not match the search "%s" to the text "%s"', (search, text) => {
    expect(finds(search, text)).toBe(false);
  });

  it('matches a text by all of its words and by a prefix of its last word', () => {
    const word = fc.stringMatching(/^[a-zа-яіїєґ]{2,12}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), fc.nat(11), (words, cut) => {
        const text = words.join(' ');
        const last = words.at(-1) ?? '';
        const begun = last.slice(0, Math.max(2, cut));
        expect(finds(text, text)).toBe(true);
        expect(finds(begun, text)).toBe(true);
      }),
    );
  });

  it('limits a search to twelve distinct words and ignores single characters', () => {
    const search = Array.from({ length: 30 }, (_, i) => `word${i}`).join(' ');

    expect(searchTerms(search)).toHaveLength(12);
    expect(searchTerms('a lamp, a lamp ! 5')).toEqual([{ word: 'lamp', term: 'lamp' }]);
  });

  it('returns only letters and digits for any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const { term } of searchTerms(text)) expect(term).toMatch(/^[\p{L}\p{N}]+$/u);
      }),
    );
  });
});

describe('vocabularyOf', () => {
  it('returns unstemmed words and their Latin spelling, readable in a correction', () => {
    expect(vocabularyOf('Настільна лампа', 'Lamps')).toEqual(['настільна', 'nastilna', 'лампа', 'lampa', 'lamps']);
    expect(wordsOf('A 5-litre pot')).toEqual(['litre', 'pot']);
  });

  it('leaves out numbers, because a near number is a different number', () => {
    expect(vocabularyOf('Pot 1200 ml x200')).toEqual(['pot']);
  });
});
