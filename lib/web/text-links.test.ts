import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textPieces } from './text-links.ts';

const linksOf = (text: string) => textPieces(text).flatMap((piece) => (piece.href === null ? [] : [piece.text]));
const joined = (text: string) =>
  textPieces(text)
    .map((piece) => piece.text)
    .join('');

describe('the links of a text', () => {
  it('are the web and email addresses without the punctuation around them', () => {
    expect(textPieces('See (https://plaza.test/a?b=1). Or write to me@x.test!')).toEqual([
      { text: 'See (', href: null },
      { text: 'https://plaza.test/a?b=1', href: 'https://plaza.test/a?b=1' },
      { text: '). Or write to ', href: null },
      { text: 'me@x.test', href: 'mailto:me@x.test' },
      { text: '!', href: null },
    ]);
  });

  it.each([
    ['(https://a.test/y_(z))', 'https://a.test/y_(z)'],
    ['[text](https://a.test/x)', 'https://a.test/x'],
    ['[https://a.test/?q[]=1].', 'https://a.test/?q[]=1'],
    ['{https://a.test/x},', 'https://a.test/x'],
    ['(see https://a.test/x!).)', 'https://a.test/x'],
    ["'https://a.test/it's'", "https://a.test/it's"],
    ['https://[::1]/a', 'https://[::1]/a'],
  ])('keep the brackets that were opened inside them: %s', (text, link) => {
    expect(linksOf(text)).toEqual([link]);
  });

  it('never have a scheme that runs code or reads files', () => {
    const schemes =
      'javascript:alert(1) data:text/html,x file:///etc/passwd vbscript:x blob:y httpſ://z https:// mailto:';

    expect(textPieces(schemes)).toEqual([{ text: schemes, href: null }]);
  });

  it('end before a backslash, which a browser reads as a slash', () => {
    expect(linksOf('https://a.test\\@b.test')).toEqual(['https://a.test']);
  });

  it.each([
    ['an address of more than 2,000 characters', `https://a.test/${'x'.repeat(1_986)}`],
    ['an email address with too long a name', `${'a'.repeat(65)}@x.test`],
    ['an email address with too long a part', `a@x.test.${'b'.repeat(64)}`],
    ['an email address with too many parts', `a@${'b.'.repeat(9)}c`],
  ])('are not cut: %s stays plain text', (_, text) => {
    expect(textPieces(text)).toEqual([{ text, href: null }]);
  });

  it('may be 2,000 characters long', () => {
    const link = `https://a.test/${'x'.repeat(1_985)}`;

    expect(linksOf(`${link}))).`)).toEqual([link]);
  });

  it('are the first fifty addresses; the rest of the text stays plain', () => {
    const text = 'a@b.co '.repeat(1_200);

    const pieces = textPieces(text);

    expect(pieces.filter(({ href }) => href !== null)).toHaveLength(50);
    expect(pieces.at(-1)).toEqual({ text: ' a@b.co'.repeat(1_150).concat(' '), href: null });
    expect(joined(text)).toBe(text);
  });

  it('together with the text between them are the whole text', () => {
    const sign = fc.constantFrom(
      'http://a',
      'https://',
      'mailto:',
      'b@c.test',
      '(',
      ')',
      '[',
      ']',
      '.',
      ' ',
      '\\',
      'ö',
      '😀',
    );
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 60 }), (signs) => {
        expect(joined(signs.join(''))).toBe(signs.join(''));
      }),
    );
  });

  // Over 6 million characters: quadratic work would be 10^13 steps, hours beyond the timeout of the test.
  it.each([
    ['unfinished addresses', 'a.'.repeat(1_000_000) + 'http://'.repeat(200_000) + '@'.repeat(500_000)],
    ['brackets', `http://a${')'.repeat(1_000_000)} http://b${'('.repeat(1_000_000)}${')'.repeat(1_000_000)}`],
    ['ends of sentences', `${'http://a.,;'.repeat(1_000)} ${'mailto:'.repeat(100_000)}${'?'.repeat(1_000_000)}`],
  ])('are found in linear time: %s', (_, text) => {
    expect(joined(text) === text).toBe(true);
  });
});
