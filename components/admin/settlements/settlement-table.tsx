import { consoleTime } from '#components/admin/console-time.ts';
import { paymentHref } from '#components/admin/payments/money-hrefs.ts';
import { settlementTones } from '#components/admin/payments/payment-words.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Link } from '#components/ui/link.tsx';
import { Cell, Row, Table } from '#components/ui/table.tsx';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { Settlement } from '#lib/payments/schemas/journal.ts';

const columns = [
  { key: 'payment', label: 'Payment' },
  { key: 'sold', label: 'Sold' },
  { key: 'gross', label: 'Gross', end: true },
  { key: 'commission', label: 'Commission', end: true },
  { key: 'net', label: 'Net', end: true },
  { key: 'state', label: 'Status' },
] as const;

type SettlementTableProps = { readonly settlements: readonly (Settlement & { readonly id: string })[] };

/** Shows the settlements of a vendor, one for each sale. */
export function SettlementTable({ settlements }: SettlementTableProps) {
  if (settlements.length === 0) return <p className="text-muted">No settlements yet.</p>;
  return (
    <Table caption="Settlements, newest first" columns={columns}>
      {settlements.map((row) => (
        <Row key={row.id}>
          <Cell label="Payment">
            <Link href={paymentHref(row.orderReference)} className="font-medium underline underline-offset-4">
              {row.orderReference}
            </Link>
          </Cell>
          <Cell label="Sold">
            <time dateTime={row.createdAt}>{consoleTime(row.createdAt)}</time>
          </Cell>
          {(['grossMinor', 'commissionMinor', 'netMinor'] as const).map((part, i) => (
            <Cell key={part} label={columns[i + 2]?.label ?? part} end>
              {moneyText(row[part], row.currency, 'en')}
            </Cell>
          ))}
          <Cell label="Status">
            <span className="inline-flex flex-wrap gap-1">
              <Badge tone={settlementTones[row.state]}>{row.state}</Badge>
              {row.blocked && <Badge tone="danger">blocked</Badge>}
              {row.overpaid && <Badge tone="warning">to be deducted</Badge>}
            </span>
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
