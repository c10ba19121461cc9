import { describe, expect, it } from 'vitest';
import { bodyOf, type MimeNode } from './mail-body.ts';

const text = (textContent: string): MimeNode => ({ contentType: 'text/plain', textContent, children: [] });
const html = (textContent: string): MimeNode => ({ contentType: 'text/html', textContent, children: [] });
const file: MimeNode = { contentType: 'image/png', children: [] };
const multipart = (subtype: string, ...children: readonly MimeNode[]): MimeNode => ({
  contentType: `multipart/${subtype}`,
  children,
});
const body = (tree: MimeNode) => bodyOf(tree, (page) => `{${page}}`);

describe('bodyOf', () => {
  it.each<[string, MimeNode, string, string | null]>([
    ['a text', text('t'), 't', null],
    ['an HTML part', html('h'), '', 'h'],
    ['a file', file, '', null],
    ['an alternative', multipart('alternative', text('t'), html('h')), 't', 'h'],
    ['an alternative in the wrong order', multipart('alternative', html('h'), text('t')), 't', 'h'],
    ['an alternative with a blank text', multipart('alternative', text(' \n'), html('h')), '', 'h'],
    ['texts with a file between', multipart('mixed', text('a'), file, text('b')), 'a\nb', null],
    [
      'an HTML part and a footer',
      multipart('mixed', html('h'), text('<f>')),
      '{h}\n<f>',
      'h<br>\n<div>&lt;f&gt;</div>',
    ],
    [
      'an alternative and a footer',
      multipart('mixed', multipart('alternative', text('t'), html('h')), text('f')),
      't\nf',
      'h<br>\n<div>f</div>',
    ],
    [
      'an alternative whose richer part contains a file',
      multipart('alternative', text('t'), multipart('mixed', html('a'), file, html('b'))),
      't',
      'a<br>\nb',
    ],
    [
      'alternatives with different content',
      multipart('alternative', text('one'), html('two'), text('three')),
      'one\nthree',
      'two',
    ],
    [
      'two HTML alternatives',
      multipart('alternative', html('one'), html('two'), text('three')),
      'three',
      'one<br>\ntwo',
    ],
    ['HTML parts without any text', multipart('mixed', html('a'), html('b')), '', 'a<br>\nb'],
    [
      'an HTML part with related files',
      multipart('related', multipart('alternative', text('t'), html('h')), file),
      't',
      'h',
    ],
    ['a part with text and children', { ...html('own'), children: [html('part')] }, '', 'own<br>\npart'],
  ])('keeps all of %s', (_what, tree, words, page) => {
    expect(body(tree)).toEqual({ text: words, html: page });
  });
});
