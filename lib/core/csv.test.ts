import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvOf } from './csv.ts';

const cell = (text: string) => csvOf(['a'], [[text]]).slice('a\r\n'.length, -'\r\n'.length);

/**
 * Returns the cells of a file as a spreadsheet reads them: a quote at the start of a cell opens a quoted text, and what
 * follows its end still belongs to the cell.
 */
function cellsAsRead(file: string, separator: string): string[] {
  const cells: string[] = [];
  let [cell, isQuoted, isNew] = ['', false, true];
  for (let at = 0; at < file.length; at++) {
    const sign = file[at] ?? '';
    if (isQuoted && sign === '"' && file[at + 1] === '"') {
      cell += sign;
      at += 1;
    } else if (sign === '"' && (isQuoted || isNew)) {
      isQuoted = !isQuoted;
      isNew = false;
    } else if (!isQuoted && (sign === separator || sign === '\n' || sign === '\r')) {
      cells.push(cell);
      [cell, isNew] = ['', true];
    } else {
      cell += sign;
      isNew = false;
    }
  }
  return [...cells, cell];
}

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

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '  =1'])('escapes the formula %j', (text) => {
    expect(cell(text)).toBe(`'${text}`);
  });

  it.each([',', ';', '\t'])(
    'leaves no formula at the start of a cell for a reader that separates by %j',
    (separator) => {
      const start = fc.constantFrom('=', '+', '-', '@', '"', ';', ',', '\t', '\n', '\r', ' ', 'a');
      fc.assert(
        fc.property(fc.string({ unit: start, maxLength: 12 }), (text) => {
          const file = csvOf(['id', 'text', 'end'], [['x', text, 'x']]);
          expect(cellsAsRead(file, separator).filter((read) => /^\s*[=+\-@]/.test(read))).toEqual([]);
        }),
      );
    },
  );

  it('works in time linear to a text of line ends', () => {
    expect(cell(`a${'\n'.repeat(200_000)}=1`).endsWith(`'=1"`)).toBe(true);
  });

  it('quotes an escaped formula like any other text', () => {
    expect(cell('=HYPERLINK("x","y")')).toBe(`"'=HYPERLINK(""x"",""y"")"`);
    expect(cell('\r=1')).toBe(`"'\r'=1"`);
    expect(cell('\t=1')).toBe(`'\t'=1`);
  });
});
