'use client';

import { usePathname } from 'next/navigation';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { useReader } from '#components/admin/console-reader.tsx';
import { useWaiting } from '#components/admin/overview/overview-counts-provider.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { Link } from '#components/ui/link.tsx';
import { iconButtonClass } from '#components/ui/popover-menu.tsx';
import { MOST_COUNTED } from '#lib/crm/threads/values.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { fill } from '#lib/i18n/fill.ts';
import { NARROW_SIDEBAR, remember, SIDEBAR_COOKIE } from '#lib/web/cookies.ts';
import { type ConsolePage, groupsFor, isWithin, type PageName } from './console-pages.ts';
import { SIDEBAR } from './sidebar-id.ts';

type SidebarProps = {
  readonly isSuperadmin: boolean;
  readonly isNarrow: boolean;
  readonly texts: ConsoleTexts<'shell'>;
  /** The icon of each page. Rendered on the server, they cost the browser no script. */
  readonly icons: Readonly<Record<PageName, ReactNode>>;
  readonly collapseIcon: ReactNode;
  /** The name of the shop, above the pages. */
  readonly head: ReactNode;
  /** The button that opens the palette. */
  readonly find: ReactNode;
  /** The links and buttons of the person, below the pages. */
  readonly foot: ReactNode;
};

/**
 * Shows the pages this person may open, marks the current one, and shows how many items wait in each. It is a column on
 * a wide screen, which collapses to icons, and a popover on a narrow one.
 */
export function Sidebar({
  isSuperadmin,
  isNarrow: wasNarrow,
  texts,
  icons,
  collapseIcon,
  head,
  find,
  foot,
}: SidebarProps) {
  const path = usePathname();
  const [isNarrow, setNarrow] = useState(wasNarrow);
  const collapse = () => {
    setNarrow(!isNarrow);
    remember(SIDEBAR_COOKIE, isNarrow ? '' : NARROW_SIDEBAR);
  };
  const followed = ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
    if (target instanceof Element && target.closest('a') && currentTarget.matches(':popover-open'))
      currentTarget.hidePopover();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link pressed with a key is a click as well.
    <aside
      id={SIDEBAR}
      popover="auto"
      aria-label={texts.menu}
      data-narrow={isNarrow}
      onClick={followed}
      className="console-sidebar"
    >
      <div className="console-head">
        {head}
        <button
          type="button"
          onClick={collapse}
          aria-expanded={!isNarrow}
          aria-label={texts.expandMenu}
          title={isNarrow ? texts.expand : texts.collapse}
          className={classNames('console-collapse needs-script', iconButtonClass)}
        >
          {collapseIcon}
        </button>
      </div>
      {find}
      <nav aria-label={texts.console} className="console-links">
        {groupsFor(isSuperadmin).map(({ title, pages }) => (
          <div key={title ?? 'first'}>
            {title && <p className="console-group">{texts[title]}</p>}
            <ul>
              {pages.map((page) => (
                <li key={page.href}>
                  <PageLink page={page} isHere={isWithin(path, page.href)} icon={icons[page.name]} texts={texts} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className="console-foot">{foot}</div>
    </aside>
  );
}

type PageLinkProps = {
  readonly page: ConsolePage;
  readonly isHere: boolean;
  readonly icon: ReactNode;
  readonly texts: ConsoleTexts<'shell'>;
};

function PageLink({ page: { name, href, waiting }, isHere, icon, texts }: PageLinkProps) {
  const { locale } = useReader();
  const counts = useWaiting();
  const count = waiting?.(counts) ?? 0;
  const shown = count > MOST_COUNTED ? `${MOST_COUNTED}+` : String(count);
  return (
    <Link href={href} title={texts[name]} aria-current={isHere ? 'true' : undefined} className="console-link">
      {icon}
      <span className="console-name">{texts[name]}</span>
      {count > 0 && (
        <>
          <span className="sr-only">, {fill(texts.waiting, { count: shown }, locale)}</span>
          <span aria-hidden className="console-count">
            {shown}
          </span>
        </>
      )}
    </Link>
  );
}
