import { Menu } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Person } from '#components/shell/account-menu.tsx';
import { Logo } from '#components/shell/logo.tsx';
import { Link } from '#components/ui/link.tsx';
import { iconButtonClass } from '#components/ui/popover-menu.tsx';
import { hasRank } from '#lib/context/values.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { ConsoleCrumbs } from './console-crumbs.tsx';
import { ConsoleFoot } from './console-foot.tsx';
import { Sidebar } from './sidebar.tsx';
import { SIDEBAR } from './sidebar-id.ts';

type ConsoleFrameProps = {
  readonly person: Person;
  /** Whether the sidebar was collapsed in this browser. */
  readonly isNarrow: boolean;
  readonly children: ReactNode;
};

/** Lays out the console: the sidebar beside the page, or a bar with a menu above it on a narrow screen. */
export async function ConsoleFrame({ person, isNarrow, children }: ConsoleFrameProps) {
  const { t, texts, locale } = await consoleTexts('shell');
  const brand = (
    <Link href="/admin" className="console-brand rounded-md py-2">
      <Logo />
      <span className="sr-only"> {t('console')}</span>
    </Link>
  );
  return (
    <div lang={locale} className="console">
      <header className="console-bar">
        <button type="button" popoverTarget={SIDEBAR} aria-label={t('openMenu')} className={iconButtonClass}>
          <Menu aria-hidden />
        </button>
        {brand}
      </header>
      <Sidebar
        isSuperadmin={hasRank(person.role, 'superadmin')}
        isNarrow={isNarrow}
        texts={texts}
        head={brand}
        foot={<ConsoleFoot person={person} />}
      />
      <div className="console-page">
        <ConsoleCrumbs texts={texts} />
        {children}
      </div>
    </div>
  );
}
