type Figure = readonly [name: string, value: string | number, note: string];

/** Shows the most important figures. */
export const FigureCards = ({ figures }: { readonly figures: readonly Figure[] }) => (
  <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
    {figures.map(([name, value, note]) => (
      <div key={name} className="flex flex-col rounded-lg border border-line bg-surface p-4">
        <dt className="text-sm text-muted">{name}</dt>
        <dd className="text-2xl font-semibold tabular-nums">{value}</dd>
        <dd className="text-sm text-muted">{note}</dd>
      </div>
    ))}
  </dl>
);
