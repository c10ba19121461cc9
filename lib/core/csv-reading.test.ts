import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvOf, readCsv, textOfCell } from './csv.ts';

const wide = { lines: 100, cells: 100, chars: 100 };
async function linesOf(text: string, bounds = wide) {
  const lines = await readCsv(text, bounds);
  if ('flaw' in lines) throw new Error(`${lines.flaw} in line ${lines.line}`);
  return lines;
}
const cellsOf = async (text: string) => (await linesOf(text)).map(({ cells }) => cells);

describe('readCsv', () => {
  it('reads quotes, line breaks inside cells, and both ends of lines', async () => {
    expect(await cellsOf('a,b\r\n"x ""y"", z","two\nlines"\n1,\r\n')).toEqual([
      ['a', 'b'],
      ['x "y", z', 'two\nlines'],
      ['1', ''],
    ]);
  });

  it('reads a last line without an end, also one that ends with a separator', async () => {
    expect(await cellsOf('a,b\n1,2')).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
    expect(await cellsOf('a,b\n1,')).toEqual([
      ['a', 'b'],
      ['1', ''],
    ]);
  });

  it('leaves out a byte order mark and empty lines, which still count', async () => {
    expect(await linesOf('\uFEFFa,b\n\n1,2\n')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 3, cells: ['1', '2'] },
    ]);
  });

  it('takes semicolons when the head has them and no comma', async () => {
    expect(await cellsOf('a;b\n1,5;x\n')).toEqual([
      ['a', 'b'],
      ['1,5', 'x'],
    ]);
  });

  it.each(['a\n"b', 'a\n"b"c', 'a\n"a" ,b'])('names the line of a broken quote: %j', async (text) => {
    expect(await readCsv(text, wide)).toEqual({ flaw: 'quote', line: 2 });
  });

  it.each([
    ['lines', 5, 'a\nb\n\nc\n\n', 'a\nb\n\nc\nd'],
    ['cells', 3, 'a\nb\nc,d', 'a\nb\nc,d,'],
    ['chars', 3, 'a\r\n"b""c"\r\nddd\r\n', 'a\n\n"b""""c"'],
    ['chars', 4, 'a\nb\n\nddd', 'a\nb\n\ndddd'],
  ])('ends at the first of too many %s, in line %i', async (flaw, line, most, more) => {
    const bounds = { lines: 3, cells: 2, chars: 3 };
    expect(await linesOf(most, bounds)).toHaveLength(3);
    expect(await readCsv(more, bounds)).toEqual({ flaw, line });
  });

  it('reads nothing behind the first flaw', async () => {
    expect(await readCsv(`a\n${','.repeat(100)}"broken`, wide)).toEqual({ flaw: 'cells', line: 2 });
    expect(await readCsv(`${'a\n'.repeat(101)}"broken`, wide)).toEqual({ flaw: 'lines', line: 101 });
  });

  it.each([
    ['line ends', '\n'],
    ['ordinary lines', 'a floor lamp,12.50,lighting\n'],
    ['quoted cells', '"a ""floor"" lamp","two\nlines"\n'],
  ])('gives the event loop its turns within five megabytes of %s', async (_, line) => {
    const text = line.repeat(5_000_000 / line.length);
    let [turns, isOver] = [0, false];
    setImmediate(function count() {
      turns += 1;
      if (!isOver) setImmediate(count);
    });

    await linesOf(text, { lines: 1_000_000, cells: 3, chars: 40 });
    isOver = true;

    // One at least after each 128 KB.
    expect(turns).toBeGreaterThanOrEqual(38);
  });

  it('reads back every table that the product writes, of texts without an apostrophe', async () => {
    const cell = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !text.includes("'"));
    const special = fc.stringMatching(/^[-=+@;,"\n\r\t a1]{0,8}$/);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(fc.oneof(cell, special), { minLength: 2, maxLength: 2 })), async (rows) => {
        const read = (await linesOf(csvOf(['a', 'b'], rows))).slice(1);
        const filled = rows.filter(([a, b]) => a !== '' || b !== '');
        expect(
          read.filter(({ cells }) => cells.some((text) => text !== '')).map(({ cells }) => cells.map(textOfCell)),
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
