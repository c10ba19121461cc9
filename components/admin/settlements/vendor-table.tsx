import { accountHref, settlementsHref } from '#components/admin/payments/money-hrefs.ts';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { Link } from '#components/ui/link.tsx';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { VendorBalances } from '#lib/store/vendors/vendor-accounts.ts';

const columns: readonly Column<VendorBalances>[] = [
  { header: 'Seller', cell: ({ name }) => <span className="break-words">{name}</span> },
  { header: 'Pending', isNumeric: true, cell: (vendor) => <OwedLink vendor={vendor} part="pending" /> },
  { header: 'Payable', isNumeric: true, cell: (vendor) => <OwedLink vendor={vendor} part="payable" /> },
  {
    header: 'Settlements',
    cell: ({ id, name }) => (
      <Link href={settlementsHref(id)} aria-label={`Settlements of ${name}`} className="underline underline-offset-4">
        Settlements
      </Link>
    ),
  },
];

/** Shows the amount owed to each vendor. The ledger balance is negative; the table shows it as a positive amount. */
export const VendorTable = ({ vendors }: { readonly vendors: readonly VendorBalances[] }) => (
  <DataTable
    caption="Amounts owed to sellers"
    columns={columns}
    rows={vendors}
    keyOf={({ id }) => id}
    empty={<p className="text-muted">No sellers yet.</p>}
  />
);

type OwedLinkProps = { readonly vendor: VendorBalances; readonly part: 'pending' | 'payable' };

function OwedLink({ vendor: { id, name, balances }, part }: OwedLinkProps) {
  const account = `vendor:${id}:${part}`;
  const owed = balances.filter((balance) => balance.account === account);
  const text = owed.map(({ balanceMinor, currency }) => moneyText(-balanceMinor, currency, 'en')).join(', ') || '0';
  return (
    <Link
      href={accountHref(account)}
      aria-label={`${text}, ${part} of ${name}`}
      className="underline underline-offset-4"
    >
      {text}
    </Link>
  );
}
