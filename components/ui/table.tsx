import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

type TableProps = {
  readonly caption: string;
  readonly columns: readonly { readonly key: string; readonly label: string; readonly end?: boolean }[];
  readonly children: ReactNode;
};

/** Shows a table whose rows become cards under 640 px. Each cell then shows its column name. */
export function Table({ caption, columns, children }: TableProps) {
  return (
    <table className="w-full border-collapse text-start max-sm:block">
      <caption className="sr-only">{caption}</caption>
      <thead className="max-sm:sr-only">
        <tr>
          {columns.map(({ key, label, end }) => (
            <th
              key={key}
              scope="col"
              className={classNames(
                'sticky top-0 border-b border-line bg-background px-3 py-2.5 text-sm font-medium text-muted first:ps-0 last:pe-0',
                end ? 'text-end' : 'text-start',
              )}
            >
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:flex max-sm:flex-col max-sm:gap-3">{children}</tbody>
    </table>
  );
}

export function Row({ children }: { readonly children: ReactNode }) {
  return (
    <tr className="max-sm:grid max-sm:grid-cols-2 max-sm:gap-3 max-sm:rounded-md max-sm:border max-sm:border-line max-sm:bg-surface max-sm:p-4 sm:border-b sm:border-line sm:hover:bg-sunken">
      {children}
    </tr>
  );
}

type CellProps = { readonly label: string; readonly end?: boolean; readonly children: ReactNode };

export function Cell({ label, end = false, children }: CellProps) {
  return (
    <td
      className={classNames(
        'min-w-0 max-sm:flex max-sm:flex-col sm:px-3 sm:py-3 sm:align-middle sm:first:ps-0 sm:last:pe-0',
        end && 'tabular-nums sm:text-end',
      )}
    >
      <span aria-hidden className="text-sm text-muted sm:hidden">
        {label}
      </span>
      {children}
    </td>
  );
}
