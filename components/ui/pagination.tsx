import type { ComponentProps } from 'react';
import { buttonClass } from './button-look.ts';
import { Link } from './link.tsx';

type Target = { readonly href: ComponentProps<typeof Link>['href']; readonly label: string };

type PaginationProps = {
  readonly label: string;
  readonly first?: Target | null;
  readonly next?: Target | null;
};

/** Real links: they work without a script, open in a new tab, and a crawler follows them. */
export function Pagination({ label, first, next }: PaginationProps) {
  if (!first && !next) return null;
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-center gap-3">
      {first && (
        <Link href={first.href} className={buttonClass({ look: 'quiet' })}>
          {first.label}
        </Link>
      )}
      {next && (
        <Link href={next.href} rel="next" className={buttonClass({ look: 'secondary' })}>
          {next.label}
        </Link>
      )}
    </nav>
  );
}
