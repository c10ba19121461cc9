/** A cell of a table. Null stays empty. */
export type Cell = string | number | null;

/** Texts that a spreadsheet reads as a formula. Run on opening, a formula could send the other cells anywhere. */
const formula = /^(?:[\s"]*[=+\-@]|[\t\r])/;
/**
 * Places inside a text where a spreadsheet that separates cells by semicolons or tabs, as most of Europe sets it, begins
 * a cell or a line.
 */
const innerStart = /([;\t\r\n][;\s"]*)([=+\-@]?)/g;
/** The same places as `csvOf` leaves them. */
const guardedStart = /([;\t\r\n][;\s"]*)'([=+\-@])/g;
const needsQuotes = /[",\r\n]/;

/**
 * Returns a table as CSV (RFC 4180) with lines ended by CR LF. An apostrophe before a text keeps a spreadsheet from
 * running it as a formula. Numbers are ours and stay numbers.
 */
export const csvOf = (head: readonly string[], rows: readonly (readonly Cell[])[]): string => csvLines([head, ...rows]);

/** Returns the same without a head, to continue a table. */
export const csvLines = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('');

function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const inner = cell.replaceAll(innerStart, (_, start: string, sign: string) => (sign ? `${start}'${sign}` : start));
  const plain = formula.test(cell) ? `'${inner}` : inner;
  return needsQuotes.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** Returns the text of a cell that `csvOf` wrote, without the apostrophes that it added. */
export function textOfCell(cell: string): string {
  const plain = cell.replaceAll(guardedStart, '$1$2');
  return plain.startsWith("'") && formula.test(plain.slice(1)) ? plain.slice(1) : plain;
}
