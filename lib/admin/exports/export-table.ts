import type { z } from 'zod';
import type { UserContext } from '#lib/context/context.ts';
import type { Cell } from '#lib/core/csv.ts';
import type { Cursor } from '#lib/data/query.ts';

/** Rows of one read. */
export const PAGE = 500;

export type ExportQuery = Readonly<Record<string, string | undefined>>;
type Columns<Row> = Readonly<Record<string, (row: Row) => Cell | boolean>>;
export type Pages<Row> = AsyncIterable<readonly Row[]>;

/** A list as CSV: the query keys of its page, its columns, and its rows from first to last. */
export type ExportTable = {
  /** Strict: an unknown key is rejected. */
  readonly query: z.ZodType<ExportQuery>;
  readonly head: readonly string[];
  /** The keys with any text, as a name or an address. The audit records an id, of anything else that it was given. */
  readonly textKeys: readonly string[];
  /** Replaces an address or name by the id of its account, where only one account has it. */
  resolve(ctx: UserContext, query: ExportQuery): Promise<ExportQuery>;
  lines(ctx: UserContext, query: ExportQuery): AsyncGenerator<readonly (readonly Cell[])[]>;
};

type Declaration<Q, Row> = {
  readonly query: z.ZodType<Q>;
  readonly textKeys?: readonly (keyof Q & string)[];
  readonly resolve?: (ctx: UserContext, query: Q) => Promise<Q>;
  readonly columns: Columns<Row>;
  readonly rows: (ctx: UserContext, query: Q) => Pages<Row>;
};

/** Declares the export of a list. */
export const exportTable = <Q extends ExportQuery, Row>({
  query,
  textKeys = [],
  resolve = async (_, asked) => asked,
  columns,
  rows,
}: Declaration<Q, Row>): ExportTable => ({
  query,
  textKeys,
  resolve: (ctx, asked) => resolve(ctx, asked as Q), // parsed by `query`
  head: Object.keys(columns),
  async *lines(ctx, asked) {
    const cells = Object.values(columns);
    for await (const page of rows(ctx, asked as Q)) // parsed by `query`
      yield page.map((row) => cells.map((cell) => plainOf(cell(row))));
  },
});

const plainOf = (value: Cell | boolean): Cell => (typeof value === 'boolean' ? String(value) : value);

type Page<Row> = { readonly rows: readonly Row[]; readonly next: Cursor | null };
export type Place = { readonly limit: number; readonly cursor?: Cursor | undefined };

/** Yields every page of a list, one read at a time. */
export async function* everyPage<Row>(read: (place: Place) => Promise<Page<Row>>): AsyncGenerator<readonly Row[]> {
  let cursor: Cursor | undefined;
  do {
    const { rows, next } = await read({ limit: PAGE, cursor });
    yield rows;
    cursor = next ?? undefined;
  } while (cursor !== undefined);
}
