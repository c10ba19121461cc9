import { describe, expect, it } from 'vitest';
import { fieldsOf, structuredField } from './fields.ts';

describe('structuredField', () => {
  it.each([
    ['Text/Plain; Charset="UTF-8"', 'text/plain', { charset: 'UTF-8' }],
    ['multipart/mixed; boundary="a;b=\\"c\\""; x=y', 'multipart/mixed', { boundary: 'a;b="c"', x: 'y' }],
    ['multipart/mixed;boundary=--==_b', 'multipart/mixed', { boundary: '--==_b' }],
    ['multipart/mixed; boundary="blank at end "', 'multipart/mixed', { boundary: 'blank at end ' }],
    ['attachment; inline; filename=a b.txt ', 'attachment', { inline: '', filename: 'a b.txt' }],
    ["attachment; filename*=utf-8''caf%C3%A9.txt", 'attachment', { filename: 'caf\u00c3\u00a9.txt' }],
    ['attachment; filename*1="two.txt"; filename*0="one-"', 'attachment', { filename: 'one-two.txt' }],
    ['a/b; x=1; x=2', 'a/b', { x: '2' }],
    ['a/b; x="never closed; y=1', 'a/b', { x: 'never closed; y=1' }],
    ['', '', {}],
    [';;=;', '', { '': '' }],
  ])('reads %j', (text, value, params) => {
    const field = structuredField(text);

    expect([field.value, Object.fromEntries(field.params)]).toEqual([value, params]);
  });
});

describe('fieldsOf', () => {
  it('covers the header block without gaps and returns the name of each field', () => {
    const block = 'From x\nA : 1\n 2\nno field\n\tfolded\n:empty\nB:\r\n\r\n';
    const fields = fieldsOf(block);

    expect(fields.map(({ text }) => text).join('')).toBe(block);
    expect(fields.map(({ name }) => name)).toEqual(['', 'a', '', '', 'b', '']);
  });
});
