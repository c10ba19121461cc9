import { getFormatter } from 'next-intl/server';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { PayoutMade } from '#lib/payments/schemas/journal.ts';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';

type PaidOut = Pick<PayoutMade['payout'], 'id' | 'amountMinor' | 'currency' | 'bankReference' | 'createdAt'> & {
  /** How many sales it paid. */
  readonly sales: number;
};

/** Shows the bank transfers to a vendor, by which the vendor finds them in the statement of the bank. */
export async function PayoutTable({ payouts }: { readonly payouts: readonly PaidOut[] }) {
  const [{ t, locale }, format] = await Promise.all([pageTexts('settlements'), getFormatter()]);
  const columns: readonly Column<PaidOut>[] = [
    {
      header: t('paidOn'),
      cell: ({ createdAt }) => (
        <time dateTime={createdAt}>{format.dateTime(new Date(createdAt), { dateStyle: 'medium' })}</time>
      ),
    },
    { header: t('bankReference'), breaksWords: true, cell: ({ bankReference }) => bankReference },
    { header: t('salesPaid'), isNumeric: true, cell: ({ sales }) => sales.toLocaleString(locale) },
    {
      header: t('amount'),
      isNumeric: true,
      cell: ({ amountMinor, currency }) => (
        <span className="font-semibold">{moneyText(amountMinor, currency, locale)}</span>
      ),
    },
  ];
  return <DataTable caption={t('payouts')} columns={columns} rows={payouts} keyOf={({ id }) => id} />;
}
