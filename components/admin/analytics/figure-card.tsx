import type { ReactNode } from 'react';

/** Shows cards of figures beside each other. */
export const FigureCards = ({ children }: { readonly children: ReactNode }) => (
  <dl className="grid grid-cols-2 gap-3 lg:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]">{children}</dl>
);

type FigureCardProps = {
  readonly name: string;
  readonly value: string;
  /** Lines below the figure. */
  readonly notes: readonly string[];
};

/** Shows a figure with its name and notes. */
export const FigureCard = ({ name, value, notes }: FigureCardProps) => (
  <div className="flex min-w-0 flex-col rounded-lg border border-line bg-surface p-4">
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="text-2xl font-semibold wrap-anywhere tabular-nums">{value}</dd>
    {notes.map((note) => (
      <dd key={note} className="text-sm text-muted tabular-nums">
        {note}
      </dd>
    ))}
  </div>
);
