import type { ComponentProps, ReactNode } from 'react';
import { Link } from '#components/ui/link.tsx';

type SidebarLinkProps = {
  readonly href: ComponentProps<typeof Link>['href'];
  readonly name: string;
  readonly isHere: boolean;
  readonly icon: ReactNode;
  /** How many items wait on the page; `spoken` is the same as a phrase. */
  readonly count?: { readonly shown: string; readonly spoken: string } | null;
};

/** Shows a page in the sidebar of a console, and how many items wait there. */
export const SidebarLink = ({ href, name, isHere, icon, count }: SidebarLinkProps) => (
  <Link href={href} title={name} aria-current={isHere ? 'true' : undefined} className="console-link">
    {icon}
    <span className="console-name">{name}</span>
    {count && (
      <>
        <span className="sr-only">, {count.spoken}</span>
        <span aria-hidden className="console-count">
          {count.shown}
        </span>
      </>
    )}
  </Link>
);
