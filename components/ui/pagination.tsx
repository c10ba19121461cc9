import type { ComponentProps } from 'react';
import { buttonClass } from './button-look.ts';
import { classNames } from './class-names.ts';
import { Link } from './link.tsx';

type Target = { readonly href: ComponentProps<typeof Link>['href']; readonly label: string };

type PaginationProps = {
  readonly label: string;
  readonly first?: Target | null;
  readonly next?: Target | null;
  /** Whether a script goes on in another way: then only readers without one, and crawlers, find the next page. */
  readonly isPlain?: boolean;
};

/** Real links: they work without a script, open in a new tab, and a crawler follows them. */
export function Pagination({ label, first, next, isPlain = false }: PaginationProps) {
  if (!first && !next) return null;
  return (
    <nav
      aria-label={label}
      className={classNames('flex flex-wrap items-center justify-center gap-3', isPlain && !first && 'needs-no-script')}
    >
      {first && (
        <Link href={first.href} className={buttonClass({ look: 'quiet' })}>
          {first.label}
        </Link>
      )}
      {next && (
        <Link
          href={next.href}
          rel="next"
          className={classNames(buttonClass({ look: 'secondary' }), isPlain && 'needs-no-script')}
        >
          {next.label}
        </Link>
      )}
    </nav>
  );
}
