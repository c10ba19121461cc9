/** A cell of a table; what is null stays empty. */
export type Cell = string | number | null;

/** What a spreadsheet takes for a formula: run on opening, it could send what stands beside it anywhere. */
const formula = /^[=+\-@\t\r]/;
const needsQuotes = /[",\r\n]/;

/**
 * Writes a table as CSV (RFC 4180), lines ended by CR LF. A text that a spreadsheet would run as a formula is made plain
 * by an apostrophe before it; numbers are ours and stay numbers.
 */
export const csvOf = (head: readonly string[], rows: readonly (readonly Cell[])[]): string => csvLines([head, ...rows]);

/** The same without a head: what goes on with a table. */
export const csvLines = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('');

function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const plain = formula.test(cell.trimStart()) || formula.test(cell) ? `'${cell}` : cell;
  return needsQuotes.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
