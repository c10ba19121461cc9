import { Landmark } from 'lucide-react';
import { CursorPages } from '#components/admin/cursor-pages.tsx';
import { accountHref, vendorsHref } from '#components/admin/payments/money-hrefs.ts';
import { VendorTable } from '#components/admin/settlements/vendor-table.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { Balance } from '#lib/payments/books/balances.ts';
import type { VendorBalances } from '#lib/store/vendors/vendor-accounts.ts';

const columns: readonly Column<Balance>[] = [
  {
    header: 'Account',
    breaksWords: true,
    href: ({ account }) => accountHref(account),
    cell: ({ account }) => account,
  },
  { header: 'Currency', cell: ({ currency }) => currency },
  { header: 'Balance', isNumeric: true, cell: ({ balanceMinor, currency }) => moneyText(balanceMinor, currency, 'en') },
];

type AccountsViewProps = {
  readonly house: readonly Balance[];
  readonly vendors: readonly VendorBalances[];
  readonly nextCursor: string | null;
  readonly isFirst: boolean;
};

/** Renders the balances of the platform's accounts and of each vendor. */
export function AccountsView({ house, vendors, nextCursor, isFirst }: AccountsViewProps) {
  return (
    <>
      <p className="text-muted">
        Sums of all postings. Positive: what the platform holds. Negative: what it owes or has earned.
      </p>
      <section aria-labelledby="house">
        <h2 id="house" className="pb-3 text-lg">
          Platform
        </h2>
        <DataTable
          caption="Platform accounts"
          columns={columns}
          rows={house}
          keyOf={({ account, currency }) => `${account} ${currency}`}
          empty={<EmptyState title="No entries yet" icon={<Landmark aria-hidden />} />}
        />
      </section>
      <section aria-labelledby="vendors">
        <h2 id="vendors" className="pb-3 text-lg">
          Sellers
        </h2>
        <VendorTable vendors={vendors} />
      </section>
      <CursorPages
        isFirst={isFirst}
        nextCursor={nextCursor}
        hrefOf={vendorsHref}
        label="Seller pages"
        first="First"
        next="More sellers"
      />
    </>
  );
}
