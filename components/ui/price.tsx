import { classNames } from './class-names.ts';

type PriceProps = {
  /** The formatted amount, e.g. "€29.00". */
  readonly amount: string;
  readonly was?: { readonly amount: string; readonly label: string } | null | undefined;
  readonly nowLabel?: string;
  readonly size?: 'small' | 'medium' | 'large';
};

const sizes = { small: 'text-sm', medium: 'text-base', large: 'text-2xl tracking-tight' } as const;

/** Shows a price and the previous price, if any. All digits have the same width. */
export function Price({ amount, was, nowLabel, size = 'medium' }: PriceProps) {
  if (!was) return <span className={classNames('font-semibold tabular-nums', sizes[size])}>{amount}</span>;
  return (
    <span className={classNames('flex flex-wrap items-baseline gap-x-2 tabular-nums', sizes[size])}>
      <span className="sr-only">{nowLabel}</span>
      <span className="font-semibold text-accent">{amount}</span>
      <span className="sr-only">{was.label}</span>
      <s className="text-[0.8em] text-muted">{was.amount}</s>
    </span>
  );
}
