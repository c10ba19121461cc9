import { accountHref, settlementsHref } from '#components/admin/payments/money-hrefs.ts';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { Link } from '#components/ui/link.tsx';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { VendorBalances } from '#lib/store/vendors/vendor-accounts.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

/** Shows the amount owed to each vendor. The ledger balance is negative; the table shows it as a positive amount. */
export async function VendorTable({ vendors }: { readonly vendors: readonly VendorBalances[] }) {
  const { t } = await consoleTexts('settlements');
  const columns: readonly Column<VendorBalances>[] = [
    { header: t('seller'), breaksWords: true, cell: ({ name }) => name },
    { header: t('pending'), isNumeric: true, cell: (vendor) => <OwedLink vendor={vendor} part="pending" /> },
    { header: t('payable'), isNumeric: true, cell: (vendor) => <OwedLink vendor={vendor} part="payable" /> },
    {
      header: t('settlements'),
      cell: ({ id, name }) => (
        <Link href={settlementsHref(id)} aria-label={t('of', { name })} className="underline underline-offset-4">
          {t('settlements')}
        </Link>
      ),
    },
  ];
  return (
    <DataTable
      caption={t('owed')}
      columns={columns}
      rows={vendors}
      keyOf={({ id }) => id}
      empty={<p className="text-muted">{t('noSellers')}</p>}
    />
  );
}

type OwedLinkProps = { readonly vendor: VendorBalances; readonly part: 'pending' | 'payable' };

async function OwedLink({ vendor: { id, name, balances }, part }: OwedLinkProps) {
  const { t, locale } = await consoleTexts('settlements');
  const account = `vendor:${id}:${part}`;
  const owed = balances.filter((balance) => balance.account === account);
  const amount = owed.map(({ balanceMinor, currency }) => moneyText(-balanceMinor, currency, locale)).join(', ') || '0';
  return (
    <Link
      href={accountHref(account)}
      aria-label={t('owedTo', { amount, part: t(part), name })}
      className="underline underline-offset-4"
    >
      {amount}
    </Link>
  );
}
