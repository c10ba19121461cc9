import type { ReactNode } from 'react';

type ChartFrameProps = {
  readonly title: string;
  /** The name of the table's switch, such as "Show as table". */
  readonly asTable: string;
  /** Areas by the class of their fill, dashed lines by that of their stroke. */
  readonly legend?: readonly ({ readonly label: string } & ({ readonly fill: string } | { readonly stroke: string }))[];
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly children: ReactNode;
};

/** Shows a chart with its title and legend, and the same figures as a table. */
export function ChartFrame({ title, asTable, legend = [], head, rows, children }: ChartFrameProps) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-3 rounded-lg border border-line bg-surface p-4">
      <h2 className="text-base">{title}</h2>
      {legend.length > 1 && (
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {legend.map((entry) => (
            <li key={entry.label} className="flex items-center gap-2">
              <svg aria-hidden="true" viewBox="0 0 10 10" className="size-3">
                {'fill' in entry ? (
                  <rect width="10" height="10" rx="2" className={entry.fill} />
                ) : (
                  <path d="M0 5h10" strokeWidth="2" strokeDasharray="4 2" className={entry.stroke} />
                )}
              </svg>
              {entry.label}
            </li>
          ))}
        </ul>
      )}
      {children}
      <details className="text-sm">
        <summary className="min-h-9 text-muted">{asTable}</summary>
        <section
          aria-label={`${asTable}: ${title}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long table scrolls, so the keyboard must reach it.
          tabIndex={0}
          className="max-h-80 overflow-auto"
        >
          <table className="w-full border-collapse tabular-nums">
            <caption className="sr-only">{title}</caption>
            <thead>
              <tr>
                {head.map((name, at) => (
                  <th
                    key={name}
                    scope="col"
                    className={`border-b border-line px-2 py-1 font-medium ${at === 0 ? 'text-start' : 'text-end'}`}
                  >
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([first = '', ...rest]) => (
                <tr key={first}>
                  <th scope="row" className="px-2 py-1 text-start font-normal">
                    {first}
                  </th>
                  {rest.map((value, at) => (
                    // The order of the columns never changes.
                    <td key={head[at + 1]} className="px-2 py-1 text-end">
                      {value}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </section>
  );
}
