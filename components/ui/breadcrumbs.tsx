import type { ComponentProps } from 'react';
import { Link } from './link.tsx';

export type Crumb = { readonly label: string; readonly href?: ComponentProps<typeof Link>['href'] };

/** Shows the breadcrumbs. The last crumb is the current page and has no link. */
export function Breadcrumbs({ label, crumbs }: { readonly label: string; readonly crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label={label} data-crumbs className="text-sm text-muted">
      <ol className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {crumbs.map((crumb) => (
          <li
            key={crumb.label}
            className="flex items-center gap-2 not-last:after:text-line-strong not-last:after:content-['/'/'']"
          >
            {crumb.href ? (
              <Link href={crumb.href} className="underline-offset-4 hover:text-text hover:underline">
                {crumb.label}
              </Link>
            ) : (
              <span aria-current="page" className="text-text">
                {crumb.label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
