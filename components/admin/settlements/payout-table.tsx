import { ReaderTime } from '#components/admin/console-reader.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { Payout } from '#lib/payments/schemas/journal.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

type Row = Payout & { readonly id: string };

/** Shows the latest payouts to a vendor. */
export async function PayoutTable({ payouts }: { readonly payouts: readonly Row[] }) {
  const { t, locale } = await consoleTexts('settlements');
  const columns: readonly Column<Row>[] = [
    { header: t('recorded'), cell: ({ createdAt }) => <ReaderTime at={createdAt} /> },
    { header: t('bankReference'), breaksWords: true, cell: ({ bankReference }) => bankReference },
    {
      header: t('settlements'),
      isNumeric: true,
      cell: ({ settlementIds: { length: count }, keptBackIds: { length: kept } }) =>
        kept > 0 ? t('deducted', { count, kept }) : count,
    },
    {
      header: t('amount'),
      isNumeric: true,
      cell: ({ amountMinor, currency }) => moneyText(amountMinor, currency, locale),
    },
  ];
  return (
    <section aria-labelledby="payouts">
      <h2 id="payouts" className="pb-3 text-lg">
        {t('payouts')}
      </h2>
      <DataTable caption={t('payoutList')} columns={columns} rows={payouts} keyOf={({ id }) => id} />
    </section>
  );
}
