import { Bar } from '#components/ui/bar.tsx';

type ShareListProps = {
  readonly title: string;
  readonly shares: readonly { readonly label: string; readonly value: number }[];
  readonly text: (value: number) => string;
  /** False for counts that are not parts of one whole. */
  readonly hasBars?: boolean;
};

/** Shows counts beside their names, each with a bar of its share of the largest. */
export function ShareList({ title, shares, text, hasBars = true }: ShareListProps) {
  const max = Math.max(1, ...shares.map(({ value }) => value));
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-3 rounded-lg border border-line bg-surface p-4">
      <h2 className="text-base">{title}</h2>
      <dl className="flex flex-col gap-3 text-sm">
        {shares.map(({ label, value }) => (
          <div key={label} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1">
            <dt>{label}</dt>
            <dd className="tabular-nums">{text(value)}</dd>
            {hasBars && (
              <dd className="col-span-2">
                <Bar value={value} max={max} />
              </dd>
            )}
          </div>
        ))}
      </dl>
    </section>
  );
}
