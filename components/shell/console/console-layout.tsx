import './console.css';
import { Menu, PanelLeft } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Logo } from '#components/shell/logo.tsx';
import { Link } from '#components/ui/link.tsx';
import { iconButtonClass } from '#components/ui/popover-menu.tsx';
import { Sidebar, type SidebarTexts } from './sidebar.tsx';
import { SIDEBAR } from './sidebar-id.ts';

type ConsoleLayoutProps = Pick<ComponentProps<'div'>, 'lang'> & {
  /** The first page of the console. */
  readonly home: ComponentProps<typeof Link>['href'];
  readonly name: string;
  readonly texts: SidebarTexts;
  /** Whether the sidebar was collapsed in this browser. */
  readonly isNarrow: boolean;
  readonly density?: string;
  readonly keys?: 'on' | 'off';
  /** The links to the pages, in the sidebar. */
  readonly links: ReactNode;
  readonly foot: ReactNode;
  /** The end of the bar on a narrow screen. */
  readonly barEnd?: ReactNode;
  readonly children: ReactNode;
};

/** Lays out a console: the sidebar beside the page, or a bar with a menu above it on a narrow screen. */
export function ConsoleLayout(props: ConsoleLayoutProps) {
  const { lang, home, name, texts, isNarrow, density, keys, links, foot, barEnd, children } = props;
  const brand = (
    <Link href={home} className="console-brand rounded-md py-2">
      <Logo />
      <span className="sr-only"> {name}</span>
    </Link>
  );
  return (
    <div lang={lang} className="console" data-density={density} data-keys={keys}>
      <header className="console-bar">
        <button type="button" popoverTarget={SIDEBAR} aria-label={texts.openMenu} className={iconButtonClass}>
          <Menu aria-hidden />
        </button>
        {brand}
        {barEnd}
      </header>
      <Sidebar isNarrow={isNarrow} texts={texts} collapseIcon={<PanelLeft aria-hidden />} head={brand} foot={foot}>
        {links}
      </Sidebar>
      <div className="console-page">{children}</div>
    </div>
  );
}
