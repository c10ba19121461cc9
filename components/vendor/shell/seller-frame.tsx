import { Languages } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Person } from '#components/shell/account-menu.tsx';
import { ConsoleFoot } from '#components/shell/console/console-foot.tsx';
import { ConsoleLayout } from '#components/shell/console/console-layout.tsx';
import { LocaleSwitch } from '#components/shell/locale-switch.tsx';
import { PopoverMenu } from '#components/ui/popover-menu.tsx';
import { SellerReader } from '#components/vendor/seller-reader.tsx';
import type { VendorStatus } from '#lib/store/values.ts';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';
import { sellerTexts } from '#lib/web/i18n/seller-texts.ts';
import { pageIcon } from './page-icons.tsx';
import { SellerLinks } from './seller-links.tsx';
import { sellerPagesFor } from './seller-pages.ts';

type SellerFrameProps = {
  readonly person: Person;
  /** The status of the person's vendor; null without one. */
  readonly status: VendorStatus | null;
  /** Whether the sidebar was collapsed in this browser. */
  readonly isNarrow: boolean;
  readonly children: ReactNode;
};

/** Puts the pages of the seller's console around a page. Its addresses have a language, as those of the shop. */
export async function SellerFrame({ person, status, isNarrow, children }: SellerFrameProps) {
  const [{ t, reader, locale, go }, { texts: problems }, { t: shop }] = await Promise.all([
    sellerTexts('shell'),
    sellerTexts('problems'),
    pageTexts('shell'),
  ]);
  const home = go('/');
  const pages = sellerPagesFor(status).map(({ name, href, segment }) => ({
    segment,
    href: go(href),
    name: t(name),
    icon: pageIcon(name),
  }));
  return (
    <ConsoleLayout
      home={go('/sell')}
      name={t('console')}
      texts={{
        menu: t('menu'),
        openMenu: t('openMenu'),
        expandMenu: t('expandMenu'),
        expand: t('expand'),
        collapse: t('collapse'),
      }}
      isNarrow={isNarrow}
      links={<SellerLinks label={t('console')} pages={pages} />}
      foot={
        <ConsoleFoot
          person={person}
          locale={locale}
          go={go}
          openShop={t('openShop')}
          tools={
            <PopoverMenu id="locale-menu" label={shop('language')} trigger={<Languages aria-hidden />}>
              <LocaleSwitch current={locale} isSignedIn />
            </PopoverMenu>
          }
        />
      }
    >
      <SellerReader reader={reader} prefix={home === '/' ? null : home.slice(1)} problems={problems}>
        {children}
      </SellerReader>
    </ConsoleLayout>
  );
}
