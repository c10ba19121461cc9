import { describe, expect, it } from 'vitest';
import { csvOf } from './csv.ts';

const cell = (text: string) => csvOf(['a'], [[text]]).slice('a\r\n'.length, -'\r\n'.length);

describe('csvOf', () => {
  it('follows RFC 4180', () => {
    expect(
      csvOf(
        ['id', 'sum'],
        [
          ['x', -5],
          [null, 0],
        ],
      ),
    ).toBe('id,sum\r\nx,-5\r\n,0\r\n');
    expect(cell('a "b", c\nd')).toBe('"a ""b"", c\nd"');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '  =1'])('escapes the formula %j', (text) => {
    expect(cell(text)).toBe(`'${text}`);
  });

  it('quotes an escaped formula like any other text', () => {
    expect(cell('=HYPERLINK("x","y")')).toBe(`"'=HYPERLINK(""x"",""y"")"`);
    expect(cell('\r=1')).toBe(`"'\r=1"`);
  });
});
