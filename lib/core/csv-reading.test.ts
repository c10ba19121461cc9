import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvOf, readCsv, textOfCell } from './csv.ts';

const cellsOf = (text: string) => readCsv(text)?.map(({ cells }) => cells);

describe('readCsv', () => {
  it('reads quotes, line breaks inside cells, and both ends of lines', () => {
    expect(cellsOf('a,b\r\n"x ""y"", z","two\nlines"\n1,\r\n')).toEqual([
      ['a', 'b'],
      ['x "y", z', 'two\nlines'],
      ['1', ''],
    ]);
  });

  it('reads a last line without an end, also one that ends with a separator', () => {
    expect(cellsOf('a,b\n1,2')).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
    expect(cellsOf('a,b\n1,')).toEqual([
      ['a', 'b'],
      ['1', ''],
    ]);
  });

  it('leaves out a byte order mark and empty lines, which still count', () => {
    expect(readCsv('\uFEFFa,b\n\n1,2\n')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 3, cells: ['1', '2'] },
    ]);
  });

  it('takes semicolons when the head has them and no comma', () => {
    expect(cellsOf('a;b\n1,5;x\n')).toEqual([
      ['a', 'b'],
      ['1,5', 'x'],
    ]);
  });

  it.each(['a,"b', 'a,"b"c', '"a" ,b'])('returns null for a broken quote: %s', (text) => {
    expect(readCsv(text)).toBeNull();
  });

  it('reads back every table that the product writes, of texts without an apostrophe', () => {
    const cell = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !text.includes("'"));
    const special = fc.stringMatching(/^[-=+@;,"\n\r\t a1]{0,8}$/);
    fc.assert(
      fc.property(fc.array(fc.array(fc.oneof(cell, special), { minLength: 2, maxLength: 2 })), (rows) => {
        const read = readCsv(csvOf(['a', 'b'], rows))?.slice(1);
        const filled = rows.filter(([a, b]) => a !== '' || b !== '');
        expect(
          read?.filter(({ cells }) => cells.some((text) => text !== '')).map(({ cells }) => cells.map(textOfCell)),
        ).toEqual(filled);
      }),
    );
  });
});

describe('textOfCell', () => {
  it.each(['\n', ';', '\t"', '\r\n '])('works in time linear to a cell of a million times %j', (run) => {
    const cell = run.repeat(1_000_000);
    // Tried anew at each place, this would take hours and end in the patience of the suite.
    expect(textOfCell(`a${cell}`) === `a${cell}`).toBe(true);
    expect(textOfCell(`a${cell}'=1`) === `a${cell}=1`).toBe(true);
  });

  it('keeps an apostrophe that guards no formula', () => {
    expect(textOfCell("a;'b")).toBe("a;'b");
    expect(textOfCell("a;'=b;'+c")).toBe('a;=b;+c');
  });
});
