import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Link } from './link.tsx';

export type Column<Row> = {
  /** The name of the column, unique in its table. */
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Makes the cell a link, usually to the page of the row. */
  readonly href?: (row: Row) => ComponentProps<typeof Link>['href'];
  /** Aligns the cells at the end, with digits of equal width. */
  readonly isNumeric?: boolean;
  /** Breaks long words, such as ids, instead of widening the column. */
  readonly breaksWords?: boolean;
};

type DataTableProps<Row> = {
  /** The name of the table for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Shown in place of a table without rows. */
  readonly empty?: ReactNode;
};

/**
 * Shows rows under described columns. Under 640 px each row becomes a card whose cells show the names of their columns.
 *
 * @example
 * const columns: readonly Column<OrderView>[] = [
 *   { header: 'Order', href: (order) => orderHref(order.id), cell: (order) => order.number },
 *   { header: 'Total', isNumeric: true, cell: (order) => moneyText(order.totalMinor, order.currency, 'en') },
 * ];
 * <DataTable caption="Orders" columns={columns} rows={orders} keyOf={(order) => order.id} empty={<NoOrders />} />
 */
export function DataTable<Row>({ caption, columns, rows, keyOf, empty = null }: DataTableProps<Row>) {
  if (rows.length === 0) return empty;
  return (
    <table className="w-full border-collapse text-start max-sm:block">
      <caption className="sr-only">{caption}</caption>
      <thead className="max-sm:sr-only">
        <tr>
          {columns.map(({ header, isNumeric }) => (
            <th
              key={header}
              scope="col"
              className={classNames(
                'sticky top-0 border-b border-line bg-background px-3 py-2.5 text-sm font-medium text-muted first:ps-0 last:pe-0',
                isNumeric ? 'text-end' : 'text-start',
              )}
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:flex max-sm:flex-col max-sm:gap-3">
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            className="max-sm:grid max-sm:grid-cols-2 max-sm:gap-3 max-sm:rounded-md max-sm:border max-sm:border-line max-sm:bg-surface max-sm:p-4 sm:border-b sm:border-line sm:hover:bg-sunken"
          >
            {columns.map((column) => (
              <Cell key={column.header} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell<Row>({ column, row }: { readonly column: Column<Row>; readonly row: Row }) {
  const { header, cell, href, isNumeric, breaksWords } = column;
  return (
    <td
      className={classNames(
        'min-w-0 max-sm:flex max-sm:flex-col sm:px-3 sm:py-3 sm:align-middle sm:first:ps-0 sm:last:pe-0',
        isNumeric && 'tabular-nums sm:text-end',
        breaksWords && 'wrap-anywhere',
      )}
    >
      <span aria-hidden className="text-sm text-muted sm:hidden">
        {header}
      </span>
      <div>
        {href ? (
          <Link href={href(row)} className="font-medium underline underline-offset-4">
            {cell(row)}
          </Link>
        ) : (
          cell(row)
        )}
      </div>
    </td>
  );
}
