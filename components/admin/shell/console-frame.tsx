import { Menu, PanelLeft, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Person } from '#components/shell/account-menu.tsx';
import { Logo } from '#components/shell/logo.tsx';
import { Link } from '#components/ui/link.tsx';
import { iconButtonClass } from '#components/ui/popover-menu.tsx';
import type { ConsolePreferences } from '#lib/admin/schemas/console-preferences.ts';
import { hasRank } from '#lib/context/values.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { ConsoleCrumbs } from './console-crumbs.tsx';
import { ConsoleFoot } from './console-foot.tsx';
import { ConsoleHost } from './console-host.tsx';
import { pageIcons } from './page-icons.tsx';
import { PaletteButton } from './palette-button.tsx';
import { Sidebar } from './sidebar.tsx';
import { SIDEBAR } from './sidebar-id.ts';
import { ViewBar } from './view-bar.tsx';

type ConsoleFrameProps = {
  readonly person: Person;
  /** Whether the sidebar was collapsed in this browser. */
  readonly isNarrow: boolean;
  readonly preferences: ConsolePreferences;
  readonly children: ReactNode;
};

/** Lays out the console: the sidebar beside the page, or a bar with a menu above it on a narrow screen. */
export async function ConsoleFrame({ person, isNarrow, preferences, children }: ConsoleFrameProps) {
  const [{ t, texts, locale }, palette] = await Promise.all([consoleTexts('shell'), consoleTexts('palette')]);
  const isSuperadmin = hasRank(person.role, 'superadmin');
  const brand = (
    <Link href="/admin" className="console-brand rounded-md py-2">
      <Logo />
      <span className="sr-only"> {t('console')}</span>
    </Link>
  );
  const search = <Search aria-hidden className="size-5 shrink-0" />;
  return (
    <div
      lang={locale}
      className="console"
      data-density={preferences.density}
      data-keys={preferences.singleKeys ? 'on' : 'off'}
    >
      <ConsoleHost isSuperadmin={isSuperadmin} texts={{ shell: texts, palette: palette.texts }} />
      <header className="console-bar">
        <button type="button" popoverTarget={SIDEBAR} aria-label={t('openMenu')} className={iconButtonClass}>
          <Menu aria-hidden />
        </button>
        {brand}
        <PaletteButton label={palette.t('find')} icon={search} />
      </header>
      <Sidebar
        isSuperadmin={isSuperadmin}
        isNarrow={isNarrow}
        texts={texts}
        icons={pageIcons()}
        collapseIcon={<PanelLeft aria-hidden />}
        head={brand}
        find={<PaletteButton label={palette.t('find')} icon={search} isWide />}
        foot={<ConsoleFoot person={person} />}
      />
      <div className="console-page">
        <ConsoleCrumbs texts={texts} />
        <ViewBar views={preferences.views} texts={texts} />
        {children}
      </div>
    </div>
  );
}
