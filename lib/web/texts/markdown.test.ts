import { describe, expect, it } from 'vitest';
import { type Block, readMarkdown, safeHref, wordsOf } from './markdown.ts';

const lineOf = (block: Block | undefined) => (block && 'content' in block ? block.content : []);
const text = (words: string) => ({ kind: 'text', text: words });

describe('readMarkdown', () => {
  it('reads the name of a heading that links lead to, and leaves other braces alone', () => {
    const headings = readMarkdown('## Two words {#two-words}\n\n## Braces {here}\n\n## {#alone}');

    expect(headings).toEqual([
      { kind: 'heading', level: 2, id: 'two-words', content: [{ kind: 'text', text: 'Two words' }] },
      { kind: 'heading', level: 2, id: null, content: [{ kind: 'text', text: 'Braces {here}' }] },
      { kind: 'heading', level: 2, id: null, content: [{ kind: 'text', text: '{#alone}' }] },
    ]);
  });

  it('reads headings, lists, quotes and marks', () => {
    const blocks = readMarkdown(
      '# One\n\nTwo **three** *four* `five`  \nsix\n\n1. seven\n2. eight\n\n- nine\n\n> ten\n\n---\n',
    );

    expect(blocks.map(({ kind }) => kind)).toEqual(['heading', 'paragraph', 'list', 'list', 'quote', 'rule']);
    expect(lineOf(blocks[1])).toEqual([
      text('Two '),
      { kind: 'strong', content: [text('three')] },
      text(' '),
      { kind: 'em', content: [text('four')] },
      text(' '),
      { kind: 'code', text: 'five' },
      { kind: 'break' },
      text('six'),
    ]);
    expect(blocks[2]).toMatchObject({ start: 1, items: [[{ kind: 'paragraph' }], [{ kind: 'paragraph' }]] });
    expect(blocks[3]).toMatchObject({ start: null });
  });

  it('keeps HTML as text', () => {
    const blocks = readMarkdown('<script>alert(1)</script>\n\nA <img src=x onerror=alert(1)> b &amp; c &lt;i&gt;');

    expect(blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'paragraph']);
    expect(wordsOf(lineOf(blocks[0]))).toBe('<script>alert(1)</script>');
    expect(wordsOf(lineOf(blocks[1]))).toBe('A <img src=x onerror=alert(1)> b & c <i>');
  });

  it.each([
    'javascript:alert(1)',
    'java&#115;cript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//evil.test',
    '/\\evil.test',
    'help',
  ])('leaves the words of a link to %s without the link', (href) => {
    expect(safeHref(href)).toBeNull();
    expect(lineOf(readMarkdown(`[words](<${href}>)`)[0])).toEqual([text('words')]);
  });

  it.each(['/help', '#place', 'https://example.com/a?b=1&c=2', 'mailto:shop@plaza.test', 'tel:+380441234567'])(
    'keeps a link to %s',
    (href) => {
      expect(lineOf(readMarkdown(`[words](${href})`)[0])).toEqual([{ kind: 'link', href, content: [text('words')] }]);
    },
  );

  it('shows a picture as its description', () => {
    expect(wordsOf(lineOf(readMarkdown('![a parcel](https://elsewhere.test/x.png)')[0]))).toBe('a parcel');
  });
});
