import { Landmark } from 'lucide-react';
import { CursorPages } from '#components/admin/cursor-pages.tsx';
import { accountHref, vendorsHref } from '#components/admin/payments/money-hrefs.ts';
import { VendorTable } from '#components/admin/settlements/vendor-table.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { Balance } from '#lib/payments/books/balances.ts';
import type { VendorBalances } from '#lib/store/vendors/vendor-accounts.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

type AccountsViewProps = {
  readonly house: readonly Balance[];
  readonly vendors: readonly VendorBalances[];
  readonly nextCursor: string | null;
  readonly isFirst: boolean;
};

/** Renders the balances of the platform's accounts and of each vendor. */
export async function AccountsView({ house, vendors, nextCursor, isFirst }: AccountsViewProps) {
  const { t, locale } = await consoleTexts('payments');
  const columns: readonly Column<Balance>[] = [
    {
      header: t('account'),
      breaksWords: true,
      href: ({ account }) => accountHref(account),
      cell: ({ account }) => <span translate="no">{account}</span>,
    },
    { header: t('currency'), cell: ({ currency }) => currency },
    {
      header: t('balance'),
      isNumeric: true,
      cell: ({ balanceMinor, currency }) => moneyText(balanceMinor, currency, locale),
    },
  ];
  return (
    <>
      <p className="text-muted">{t('accountsText')}</p>
      <section aria-labelledby="house">
        <h2 id="house" className="pb-3 text-lg">
          {t('house')}
        </h2>
        <DataTable
          caption={t('houseList')}
          columns={columns}
          rows={house}
          keyOf={({ account, currency }) => `${account} ${currency}`}
          empty={<EmptyState title={t('noEntries')} icon={<Landmark aria-hidden />} />}
        />
      </section>
      <section aria-labelledby="vendors">
        <h2 id="vendors" className="pb-3 text-lg">
          {t('sellers')}
        </h2>
        <VendorTable vendors={vendors} />
      </section>
      <CursorPages
        isFirst={isFirst}
        nextCursor={nextCursor}
        hrefOf={vendorsHref}
        label={t('sellerPages')}
        first={t('first')}
        next={t('moreSellers')}
      />
    </>
  );
}
