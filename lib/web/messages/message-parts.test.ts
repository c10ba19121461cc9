import { describe, expect, it } from 'vitest';
import { namedIn, partsOf, plainText } from './message-parts.ts';

const links = (text: string) => partsOf(text).flatMap((part) => (part.kind === 'link' ? [part.text] : []));

describe('the parts of a message', () => {
  it('are text, links and mentions, and together the whole message', () => {
    expect(partsOf('Hi <@usr_1>, see https://plaza.test/a?b=1#c now')).toEqual([
      { kind: 'text', text: 'Hi ' },
      { kind: 'mention', userId: 'usr_1' },
      { kind: 'text', text: ', see ' },
      { kind: 'link', text: 'https://plaza.test/a?b=1#c', href: 'https://plaza.test/a?b=1#c' },
      { kind: 'text', text: ' now' },
    ]);
  });

  it('leave the end of a sentence and the brackets around a link out of the link', () => {
    expect(links('(https://a.test/x). https://a.test/y_(z)! “https://b.test”, mailto:ann@a.test.')).toEqual([
      'https://a.test/x',
      'https://a.test/y_(z)',
      'https://b.test',
      'mailto:ann@a.test',
    ]);
  });

  it('are found without recursion in the longest message of closing brackets', () => {
    const content = `http://a${')'.repeat(7_990)}`;

    expect(partsOf(content)).toEqual([
      { kind: 'link', text: 'http://a', href: 'http://a/' },
      { kind: 'text', text: ')'.repeat(7_990) },
    ]);
  });

  it('contain at most fifty links, however mentions divide the text', () => {
    const content = '<@usr_1>a@b.co https://a.b/ '.repeat(280);

    const parts = partsOf(content);

    expect(links(content)).toHaveLength(50);
    expect(parts.filter(({ kind }) => kind === 'mention')).toHaveLength(280);
    expect(parts.length).toBeLessThan(700);
  });

  it('include an email address, but not one that contains a mention', () => {
    expect(partsOf('ann@a.test <@usr_1>@b.test')).toEqual([
      { kind: 'link', text: 'ann@a.test', href: 'mailto:ann@a.test' },
      { kind: 'text', text: ' ' },
      { kind: 'mention', userId: 'usr_1' },
      { kind: 'text', text: '@b.test' },
    ]);
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    'https://',
    'mailto:',
    'vbscript:x <a href="https:">',
  ])('contain no link for %s', (text) => {
    expect(links(text)).toEqual([]);
    expect(
      partsOf(text)
        .map((part) => (part.kind === 'text' ? part.text : ''))
        .join(''),
    ).toBe(text);
  });

  it('contain no mention with an invalid ID', () => {
    const texts = ['<@__proto__>', '<@__x__>', `<@${'x'.repeat(129)}>`, '<@a b>', '<@>'];

    expect(texts.flatMap((text) => [...partsOf(text), ...namedIn(text)])).toEqual(
      texts.map((text) => ({ kind: 'text', text })),
    );
    expect(namedIn('<@__a> <@a__> <@__b> __>')).toEqual(['__a', 'a__', '__b']);
  });

  it('are joined into one line with the current names', () => {
    expect(plainText('<@usr_1> and <@usr_2>', (id) => (id === 'usr_1' ? 'Ann' : undefined))).toBe('@Ann and <@usr_2>');
  });
});
