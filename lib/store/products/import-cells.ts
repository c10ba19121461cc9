import { type CsvBounds, type CsvFlaw, type CsvLine, readCsv, textOfCell } from '#lib/core/csv.ts';
import { invalid } from '#lib/core/errors.ts';
import { MAIN_CURRENCY, parseAmount } from '#lib/core/money.ts';
import { mapInTurns } from '#lib/core/turns.ts';
import { MAX_IMPORT_ROWS } from '#lib/store/limits.ts';
import type { Product } from '#lib/store/schemas/product.ts';
import { LIST_SEPARATOR, type ProductColumn, productColumns } from './products-csv.ts';

/** A row of an uploaded table. Columns that the table does not have are missing. */
export type ImportRow = {
  /** As a spreadsheet counts: the head is row 1. */
  readonly row: number;
  readonly cells: ReadonlyMap<ProductColumn, string>;
};

/** The values of a row as the API takes them, unchecked. A cell that is no amount or number stays a text. */
export type RowValues = Readonly<Record<string, unknown>>;

const utf8 = new TextDecoder('utf-8', { fatal: true });
/** The reason for programs, and where in the file it is: a row or the name of a column. */
type Cause = { readonly code: string; readonly at?: string };
const bad = (file: string, { code, at }: Cause) =>
  invalid('The file is not a table of products', { file, ...(at !== undefined && { at }) }, { code });

/**
 * A line may have more cells than columns, because spreadsheets end lines with empty cells. No cell of a spreadsheet is
 * longer.
 */
const bounds: CsvBounds = { lines: 1 + MAX_IMPORT_ROWS, cells: 100, chars: 32_767 };

const flaws: Readonly<Record<CsvFlaw['flaw'], { readonly code: string; readonly text: string }>> = {
  quote: { code: 'BrokenQuote', text: 'has a broken quote' },
  lines: { code: 'TooManyRows', text: `must have at most ${MAX_IMPORT_ROWS} rows` },
  cells: { code: 'TooManyCells', text: `must have at most ${bounds.cells} cells in a row` },
  chars: { code: 'CellTooLong', text: `must have at most ${bounds.chars} characters in a cell` },
};

/**
 * Parses an uploaded table. Throws for another encoding, an unknown or repeated column, a broken quote, and too many rows,
 * cells or characters.
 */
export async function readImport(bytes: Uint8Array): Promise<ImportRow[]> {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw bad('must be UTF-8', { code: 'NotUtf8' });
  }
  const lines = await readCsv(text, bounds);
  if ('flaw' in lines) {
    const { code, text } = flaws[lines.flaw];
    throw bad(`${text}: row ${lines.line}`, { code, at: String(lines.line) });
  }
  const [head, ...rows] = lines;
  if (!head) throw bad('must be CSV with a head', { code: 'NoHead' });
  const columns = head.cells.map((name) => name.trim());
  const unknown = columns.find((name) => !productColumns.some((column) => column === name));
  if (unknown !== undefined) {
    const at = unknown.slice(0, 40);
    throw bad(`has an unknown column: ${at}`, { code: 'UnknownColumn', at });
  }
  const repeated = columns.find((name, at) => columns.indexOf(name) < at);
  if (repeated !== undefined) throw bad('has a column twice', { code: 'RepeatedColumn', at: repeated });
  return mapInTurns(rows, (line) => rowOf(line, columns as ProductColumn[]));
}

const rowOf = ({ line, cells }: CsvLine, columns: readonly ProductColumn[]): ImportRow => ({
  row: line,
  cells: new Map(columns.flatMap((column, at) => (at < cells.length ? [[column, textOfCell(cells[at] ?? '')]] : []))),
});

/** More than any list may name. Those behind it are not checked one by one. */
const MOST_NAMES = 20;

/** Returns the names of a list in one cell. */
const listOf = (cell: string): string[] =>
  cell
    .split(LIST_SEPARATOR)
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .slice(0, MOST_NAMES);

const wholeOf = (cell: string): number | string => (/^\d{1,12}$/.test(cell) ? Number(cell) : cell);

/**
 * Returns the values of a row. An empty cell clears an article number, an earlier price, a description or the images;
 * in any other column it leaves the value as it is, or as a new product has it.
 */
export function valuesOf({ cells }: ImportRow, known: Product | null): RowValues {
  const given = (column: ProductColumn): string | undefined => cells.get(column)?.trim() || undefined;
  const currency = given('currency') ?? known?.currency ?? MAIN_CURRENCY;
  const amountOf = (text: string): number | string => parseAmount(text, currency) ?? text;
  const altOf = new Map(known?.images.map(({ fileId, alt }) => [fileId, alt]));
  const price = given('price');
  const compareAt = given('compareAt');
  const categories = given('categories');
  const status = given('status');
  const values: Record<string, unknown> = {
    title: given('title'),
    priceMinor: price === undefined ? undefined : amountOf(price),
    currency: given('currency'),
    categories: categories === undefined ? undefined : listOf(categories),
    // The state as it is needs no move, also where nobody could choose it.
    status: status === known?.status ? undefined : status,
    fulfilment: given('fulfilment'),
    stock: given('stock') === undefined ? undefined : wholeOf(given('stock') ?? ''),
    ...(cells.has('sku') && { sku: given('sku') ?? null }),
    ...(cells.has('description') && { description: cells.get('description') }),
    ...(cells.has('compareAt') && { compareAtMinor: compareAt === undefined ? null : amountOf(compareAt) }),
    ...(cells.has('images') && {
      images: listOf(cells.get('images') ?? '').map((fileId) => ({ fileId, alt: altOf.get(fileId) ?? '' })),
    }),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** The column of a field of the API, for the problem of a row. */
export function columnOf(field: string): string {
  const [name = ''] = field.split('.');
  const names: Readonly<Record<string, ProductColumn>> = { priceMinor: 'price', compareAtMinor: 'compareAt' };
  return names[name] ?? name;
}
