import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Person } from '#components/shell/account-menu.tsx';
import { ConsoleFoot } from '#components/shell/console/console-foot.tsx';
import { ConsoleLayout } from '#components/shell/console/console-layout.tsx';
import type { ConsolePreferences } from '#lib/admin/schemas/console-preferences.ts';
import { hasRank } from '#lib/context/values.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { localLinks } from '#lib/web/i18n/local-links.ts';
import { ConsoleCrumbs } from './console-crumbs.tsx';
import { ConsoleHost } from './console-host.tsx';
import { pageIcons } from './page-icons.tsx';
import { PageLinks } from './page-links.tsx';
import { PaletteButton } from './palette-button.tsx';
import { ViewBar } from './view-bar.tsx';

type ConsoleFrameProps = {
  readonly person: Person;
  /** Whether the sidebar was collapsed in this browser. */
  readonly isNarrow: boolean;
  readonly preferences: ConsolePreferences;
  readonly children: ReactNode;
};

/** The addresses of the console have no language, and neither have its links to the shop. */
const go = localLinks(null);

/** Puts the pages of the console, its palette and its keys around a page. */
export async function ConsoleFrame({ person, isNarrow, preferences, children }: ConsoleFrameProps) {
  const [{ t, texts, locale }, palette] = await Promise.all([consoleTexts('shell'), consoleTexts('palette')]);
  const isSuperadmin = hasRank(person.role, 'superadmin');
  const search = <Search aria-hidden className="size-5 shrink-0" />;
  return (
    <ConsoleLayout
      lang={locale}
      home="/admin"
      name={t('console')}
      texts={{
        menu: t('menu'),
        openMenu: t('openMenu'),
        expandMenu: t('expandMenu'),
        expand: t('expand'),
        collapse: t('collapse'),
      }}
      isNarrow={isNarrow}
      density={preferences.density}
      keys={preferences.singleKeys ? 'on' : 'off'}
      barEnd={<PaletteButton label={palette.t('find')} icon={search} />}
      links={
        <>
          <PaletteButton label={palette.t('find')} icon={search} isWide />
          <PageLinks isSuperadmin={isSuperadmin} texts={texts} icons={pageIcons()} />
        </>
      }
      foot={<ConsoleFoot person={person} locale={locale} go={go} openShop={t('openShop')} />}
    >
      <ConsoleHost isSuperadmin={isSuperadmin} texts={{ shell: texts, palette: palette.texts }} />
      <ConsoleCrumbs texts={texts} />
      <ViewBar views={preferences.views} texts={texts} />
      {children}
    </ConsoleLayout>
  );
}
