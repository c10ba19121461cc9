'use client';

import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { useReader } from '#components/admin/console-reader.tsx';
import { useWaiting } from '#components/admin/overview/overview-counts-provider.tsx';
import { SidebarLink } from '#components/shell/console/sidebar-link.tsx';
import { MOST_COUNTED } from '#lib/crm/threads/values.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { fill } from '#lib/i18n/fill.ts';
import { groupsFor, isWithin, type PageName } from './console-pages.ts';

type PageLinksProps = {
  readonly isSuperadmin: boolean;
  readonly texts: ConsoleTexts<'shell'>;
  /** The icon of each page. Rendered on the server, they cost the browser no script. */
  readonly icons: Readonly<Record<PageName, ReactNode>>;
};

/** Shows the pages this person may open, marks the current one, and shows how many items wait in each. */
export function PageLinks({ isSuperadmin, texts, icons }: PageLinksProps) {
  const path = usePathname();
  const { locale } = useReader();
  const counts = useWaiting();
  const countOf = (count: number) => {
    const shown = count > MOST_COUNTED ? `${MOST_COUNTED}+` : String(count);
    return count > 0 ? { shown, spoken: fill(texts.waiting, { count: shown }, locale) } : null;
  };
  return (
    <nav aria-label={texts.console} className="console-links">
      {groupsFor(isSuperadmin).map(({ title, pages }) => (
        <div key={title ?? 'first'}>
          {title && <p className="console-group">{texts[title]}</p>}
          <ul>
            {pages.map(({ name, href, waiting }) => (
              <li key={href}>
                <SidebarLink
                  href={href}
                  name={texts[name]}
                  isHere={isWithin(path, href)}
                  icon={icons[name]}
                  count={countOf(waiting?.(counts) ?? 0)}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
