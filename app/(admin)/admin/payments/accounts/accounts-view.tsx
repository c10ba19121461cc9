import { Landmark } from 'lucide-react';
import { accountHref, vendorsHref } from '#components/admin/payments/money-hrefs.ts';
import { VendorTable } from '#components/admin/settlements/vendor-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Link } from '#components/ui/link.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { Cell, Row, Table } from '#components/ui/table.tsx';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { Balance } from '#lib/payments/books/balances.ts';
import type { VendorBalances } from '#lib/store/vendors/vendor-accounts.ts';

const columns = [
  { key: 'account', label: 'Account' },
  { key: 'currency', label: 'Currency' },
  { key: 'balance', label: 'Balance', end: true },
] as const;

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
        {house.length === 0 ? (
          <EmptyState title="No entries yet" icon={<Landmark aria-hidden />} />
        ) : (
          <Table caption="Platform accounts" columns={columns}>
            {house.map(({ account, currency, balanceMinor }) => (
              <Row key={`${account} ${currency}`}>
                <Cell label="Account">
                  <Link href={accountHref(account)} className="font-medium break-all underline underline-offset-4">
                    {account}
                  </Link>
                </Cell>
                <Cell label="Currency">{currency}</Cell>
                <Cell label="Balance" end>
                  {moneyText(balanceMinor, currency, 'en')}
                </Cell>
              </Row>
            ))}
          </Table>
        )}
      </section>
      <section aria-labelledby="vendors">
        <h2 id="vendors" className="pb-3 text-lg">
          Sellers
        </h2>
        {vendors.length === 0 ? <p className="text-muted">No sellers yet.</p> : <VendorTable vendors={vendors} />}
      </section>
      <Pagination
        label="Seller pages"
        first={isFirst ? null : { href: '/admin/payments/accounts', label: 'First' }}
        next={nextCursor === null ? null : { href: vendorsHref(nextCursor), label: 'More sellers' }}
      />
    </>
  );
}
