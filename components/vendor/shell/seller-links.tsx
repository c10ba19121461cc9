'use client';

import type { Route } from 'next';
import { useSelectedLayoutSegment } from 'next/navigation';
import type { ReactNode } from 'react';
import { SidebarLink } from '#components/shell/console/sidebar-link.tsx';

type SellerLinksProps = {
  readonly label: string;
  readonly pages: readonly {
    readonly segment: string | null;
    readonly href: Route;
    readonly name: string;
    readonly icon: ReactNode;
  }[];
};

/** Shows the pages of the seller's console in the sidebar and marks the current one. */
export function SellerLinks({ label, pages }: SellerLinksProps) {
  const here = useSelectedLayoutSegment();
  return (
    <nav aria-label={label} className="console-links">
      <ul>
        {pages.map(({ segment, href, name, icon }) => (
          <li key={href}>
            <SidebarLink href={href} name={name} isHere={segment === here} icon={icon} />
          </li>
        ))}
      </ul>
    </nav>
  );
}
