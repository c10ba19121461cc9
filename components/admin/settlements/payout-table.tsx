import { consoleTime } from '#components/admin/console-time.ts';
import { Cell, Row, Table } from '#components/ui/table.tsx';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { Payout } from '#lib/payments/schemas/journal.ts';

const columns = [
  { key: 'at', label: 'Recorded' },
  { key: 'bank', label: 'Bank reference' },
  { key: 'settlements', label: 'Settlements', end: true },
  { key: 'amount', label: 'Amount', end: true },
] as const;

/** Shows the latest payouts to a vendor. */
export function PayoutTable({ payouts }: { readonly payouts: readonly (Payout & { readonly id: string })[] }) {
  return (
    <section aria-labelledby="payouts">
      <h2 id="payouts" className="pb-3 text-lg">
        Latest payouts
      </h2>
      <Table caption="Payouts, newest first" columns={columns}>
        {payouts.map(({ id, createdAt, bankReference, settlementIds, keptBackIds, amountMinor, currency }) => (
          <Row key={id}>
            <Cell label="Recorded">
              <time dateTime={createdAt}>{consoleTime(createdAt)}</time>
            </Cell>
            <Cell label="Bank reference">
              <span className="break-words">{bankReference}</span>
            </Cell>
            <Cell label="Settlements" end>
              {settlementIds.length}
              {keptBackIds.length > 0 && `, ${keptBackIds.length} deducted`}
            </Cell>
            <Cell label="Amount" end>
              {moneyText(amountMinor, currency, 'en')}
            </Cell>
          </Row>
        ))}
      </Table>
    </section>
  );
}
