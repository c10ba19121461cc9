import type { Route } from 'next';
import type { ReactNode } from 'react';
import { Link } from '#components/ui/link.tsx';

type CountCardProps = {
  readonly title: string;
  readonly count: string;
  readonly href: Route;
  /** What the number means, such as the age of the oldest. */
  readonly note?: ReactNode;
};

/** Shows how many things wait, as a link to them. */
export const CountCard = ({ title, count, href, note }: CountCardProps) => (
  <Link
    href={href}
    className="flex flex-col gap-1 rounded-lg border border-line bg-surface p-5 hover:border-line-strong"
  >
    <span className="text-muted">{title}</span>
    <span className="text-3xl font-semibold tabular-nums">{count}</span>
    {note && <span className="text-sm text-muted">{note}</span>}
  </Link>
);
