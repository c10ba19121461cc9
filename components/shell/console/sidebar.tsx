'use client';

import { type MouseEvent, type ReactNode, useState } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import { iconButtonClass } from '#components/ui/popover-menu.tsx';
import { NARROW_SIDEBAR, remember, SIDEBAR_COOKIE } from '#lib/web/cookies.ts';
import { SIDEBAR } from './sidebar-id.ts';

export type SidebarTexts = {
  readonly menu: string;
  readonly openMenu: string;
  readonly expandMenu: string;
  readonly expand: string;
  readonly collapse: string;
};

type SidebarProps = {
  readonly isNarrow: boolean;
  readonly texts: SidebarTexts;
  readonly collapseIcon: ReactNode;
  /** The name of the shop, above the pages. */
  readonly head: ReactNode;
  /** The links to the pages. */
  readonly children: ReactNode;
  /** The links and buttons of the person, below the pages. */
  readonly foot: ReactNode;
};

/** Shows the pages of a console: a column on a wide screen, which collapses to icons, and a popover on a narrow one. */
export function Sidebar({ isNarrow: wasNarrow, texts, collapseIcon, head, children, foot }: SidebarProps) {
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
      {children}
      <div className="console-foot">{foot}</div>
    </aside>
  );
}
