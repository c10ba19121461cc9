import { settlementTones } from '#components/admin/payments/payment-words.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Cell, Row, Table } from '#components/ui/table.tsx';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { SettlementState } from '#lib/payments/values.ts';

const columns = [
  { key: 'state', label: 'Status' },
  { key: 'gross', label: 'Gross', end: true },
  { key: 'commission', label: 'Commission', end: true },
  { key: 'net', label: 'Net', end: true },
] as const;

type Total = {
  readonly state: SettlementState;
  readonly currency: string;
  readonly grossMinor: number;
  readonly commissionMinor: number;
  readonly netMinor: number;
};

/** Shows the totals of all settlements of a vendor. */
export function SettlementTotals({ totals }: { readonly totals: readonly Total[] }) {
  if (totals.length === 0) return <p className="text-muted">No sales yet.</p>;
  return (
    <section aria-labelledby="totals">
      <h2 id="totals" className="pb-3 text-lg">
        Totals
      </h2>
      <Table caption="Totals by status" columns={columns}>
        {totals.map(({ state, currency, grossMinor, commissionMinor, netMinor }) => (
          <Row key={`${state} ${currency}`}>
            <Cell label="Status">
              <span>
                <Badge tone={settlementTones[state]}>{state}</Badge>
              </span>
            </Cell>
            <Cell label="Gross" end>
              {moneyText(grossMinor, currency, 'en')}
            </Cell>
            <Cell label="Commission" end>
              {moneyText(commissionMinor, currency, 'en')}
            </Cell>
            <Cell label="Net" end>
              {moneyText(netMinor, currency, 'en')}
            </Cell>
          </Row>
        ))}
      </Table>
    </section>
  );
}
