import { describe, expect, it } from 'vitest';
import { textLines } from './lines.ts';

const quoted = (text: string) => textLines(text).map((line) => line.quoted);

describe('textLines', () => {
  it('covers a text without gaps, whatever its line ends, and takes empty lines in a row for one', () => {
    const text = 'a\r\nb\rc\n\n \n\td\n';
    const lines = textLines(text);
    expect(lines.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
    expect(lines.map(({ body }) => body)).toEqual(['a', 'b', 'c', '', 'd']);
  });

  it('stops at the number of lines asked for', () => {
    expect(textLines('a\nb\nc\nd', 2).map(({ body }) => body)).toEqual(['a', 'b']);
  });

  it('knows quoted lines by their mark, and by the initials before two of them', () => {
    expect(quoted('> a\n>> b\n  > c\nd > e')).toEqual([true, true, true, false]);
    expect(quoted('AB> a\nAB> b\nx')).toEqual([true, true, false]);
    expect(quoted('AB> alone\nx')).toEqual([false, false]);
  });

  it('takes a lone ">From" for the line of an author that a mailbox file escaped', () => {
    expect(quoted('a\n>From here on\nb')).toEqual([false, false, false]);
    expect(quoted('> a\n>From here on')).toEqual([true, true]);
  });

  it('takes a bracket that was wrapped off an address for no quote', () => {
    expect(quoted('Ann <ann@shop.test\n>:\n> a')).toEqual([false, false, true]);
  });

  it('takes nothing in a fenced block for a sign, and a fence that is never closed for no block', () => {
    expect(textLines('```\n> a\n```\n> b').map(({ code, quoted: mark }) => [code, mark])).toEqual([
      [true, false],
      [true, false],
      [true, false],
      [false, true],
    ]);
    expect(quoted('```\n> a')).toEqual([false, true]);
  });
});
