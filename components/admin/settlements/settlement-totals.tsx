import { settlementTones } from '#components/admin/payments/payment-words.ts';
import { Badge } from '#components/ui/badge.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { SettlementState } from '#lib/payments/values.ts';

type Total = {
  readonly state: SettlementState;
  readonly currency: string;
  readonly grossMinor: number;
  readonly commissionMinor: number;
  readonly netMinor: number;
};

const money = (part: 'grossMinor' | 'commissionMinor' | 'netMinor') => (total: Total) =>
  moneyText(total[part], total.currency, 'en');

const columns: readonly Column<Total>[] = [
  { header: 'Status', cell: ({ state }) => <Badge tone={settlementTones[state]}>{state}</Badge> },
  { header: 'Gross', isNumeric: true, cell: money('grossMinor') },
  { header: 'Commission', isNumeric: true, cell: money('commissionMinor') },
  { header: 'Net', isNumeric: true, cell: money('netMinor') },
];

/** Shows the totals of all settlements of a vendor. */
export function SettlementTotals({ totals }: { readonly totals: readonly Total[] }) {
  if (totals.length === 0) return <p className="text-muted">No sales yet.</p>;
  return (
    <section aria-labelledby="totals">
      <h2 id="totals" className="pb-3 text-lg">
        Totals
      </h2>
      <DataTable
        caption="Totals by status"
        columns={columns}
        rows={totals}
        keyOf={({ state, currency }) => `${state} ${currency}`}
      />
    </section>
  );
}
