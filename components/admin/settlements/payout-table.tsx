import { ReaderTime } from '#components/admin/console-reader.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { Payout } from '#lib/payments/schemas/journal.ts';

type Row = Payout & { readonly id: string };

const columns: readonly Column<Row>[] = [
  { header: 'Recorded', cell: ({ createdAt }) => <ReaderTime at={createdAt} /> },
  { header: 'Bank reference', cell: ({ bankReference }) => <span className="break-words">{bankReference}</span> },
  {
    header: 'Settlements',
    isNumeric: true,
    cell: ({ settlementIds, keptBackIds }) =>
      `${settlementIds.length}${keptBackIds.length > 0 ? `, ${keptBackIds.length} deducted` : ''}`,
  },
  { header: 'Amount', isNumeric: true, cell: ({ amountMinor, currency }) => moneyText(amountMinor, currency, 'en') },
];

/** Shows the latest payouts to a vendor. */
export const PayoutTable = ({ payouts }: { readonly payouts: readonly Row[] }) => (
  <section aria-labelledby="payouts">
    <h2 id="payouts" className="pb-3 text-lg">
      Latest payouts
    </h2>
    <DataTable caption="Payouts, newest first" columns={columns} rows={payouts} keyOf={({ id }) => id} />
  </section>
);
