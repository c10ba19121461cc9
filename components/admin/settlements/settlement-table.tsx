import { ReaderTime } from '#components/admin/console-reader.tsx';
import { paymentHref } from '#components/admin/payments/money-hrefs.ts';
import { settlementTones } from '#components/admin/payments/payment-words.ts';
import { Badge } from '#components/ui/badge.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { Settlement } from '#lib/payments/schemas/journal.ts';

type Row = Settlement & { readonly id: string };

const money = (part: 'grossMinor' | 'commissionMinor' | 'netMinor') => (row: Row) =>
  moneyText(row[part], row.currency, 'en');

const columns: readonly Column<Row>[] = [
  { header: 'Payment', href: (row) => paymentHref(row.orderReference), cell: (row) => row.orderReference },
  { header: 'Sold', cell: ({ createdAt }) => <ReaderTime at={createdAt} /> },
  { header: 'Gross', isNumeric: true, cell: money('grossMinor') },
  { header: 'Commission', isNumeric: true, cell: money('commissionMinor') },
  { header: 'Net', isNumeric: true, cell: money('netMinor') },
  {
    header: 'Status',
    cell: ({ state, blocked, overpaid }) => (
      <span className="inline-flex flex-wrap gap-1">
        <Badge tone={settlementTones[state]}>{state}</Badge>
        {blocked && <Badge tone="danger">blocked</Badge>}
        {overpaid && <Badge tone="warning">to be deducted</Badge>}
      </span>
    ),
  },
];

/** Shows the settlements of a vendor, one for each sale. */
export const SettlementTable = ({ settlements }: { readonly settlements: readonly Row[] }) => (
  <DataTable
    caption="Settlements, newest first"
    columns={columns}
    rows={settlements}
    keyOf={({ id }) => id}
    empty={<p className="text-muted">No settlements yet.</p>}
  />
);
