import { describe, expect, it } from 'vitest';
import { textLines } from './lines.ts';

const quoted = (text: string) => textLines(text).map((line) => line.quoted);

describe('textLines', () => {
  it('covers a text without gaps for all line ends and joins consecutive blank lines', () => {
    const text = 'a\r\nb\rc\n\n \n\td\n';
    const lines = textLines(text);
    expect(lines.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
    expect(lines.map(({ body }) => body)).toEqual(['a', 'b', 'c', '', 'd']);
  });

  it('returns at most the requested number of lines', () => {
    expect(textLines('a\nb\nc\nd', 2).map(({ body }) => body)).toEqual(['a', 'b']);
  });

  it('recognises quoted lines by ">", and by initials before ">" on two lines in a row', () => {
    expect(quoted('> a\n>> b\n  > c\nd > e')).toEqual([true, true, true, false]);
    expect(quoted('AB> a\nAB> b\nx')).toEqual([true, true, false]);
    expect(quoted('AB> alone\nx')).toEqual([false, false]);
  });

  it('treats a lone ">From" line as mbox escaping, not as a quote', () => {
    expect(quoted('a\n>From here on\nb')).toEqual([false, false, false]);
    expect(quoted('> a\n>From here on')).toEqual([true, true]);
  });

  it('does not treat a ">" wrapped off an address as a quote', () => {
    expect(quoted('Ann <ann@shop.test\n>:\n> a')).toEqual([false, false, true]);
  });

  it('ignores quote marks inside a fenced block and ignores a fence that is never closed', () => {
    expect(textLines('```\n> a\n```\n> b').map(({ code, quoted: mark }) => [code, mark])).toEqual([
      [true, false],
      [true, false],
      [true, false],
      [false, true],
    ]);
    expect(quoted('```\n> a')).toEqual([false, true]);
  });
});
