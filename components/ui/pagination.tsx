import type { ComponentProps } from 'react';
import { buttonClass } from './button-look.ts';
import { classNames } from './class-names.ts';
import { Link } from './link.tsx';

type Target = { readonly href: ComponentProps<typeof Link>['href']; readonly label: string };

type PaginationProps = {
  readonly label: string;
  readonly first?: Target | null;
  readonly next?: Target | null;
  /**
   * True when a script loads more items in another way. Only readers without scripts, and crawlers, then see the next
   * link.
   */
  readonly isPlain?: boolean;
};

/** Shows page links. Real links work without a script, open in a new tab and are followed by crawlers. */
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
