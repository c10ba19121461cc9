import { consoleTime } from '#components/admin/console-time.ts';
import { Link } from '#components/ui/link.tsx';
import { Cell, Row, Table } from '#components/ui/table.tsx';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { LedgerView } from '#lib/payments/schemas/ledger.ts';
import { paymentHref } from './money-hrefs.ts';
import { PaymentBadge } from './payment-badge.tsx';
import { processorWords, purposeWords } from './payment-words.ts';

const columns = [
  { key: 'reference', label: 'Payment' },
  { key: 'begun', label: 'Started' },
  { key: 'purpose', label: 'Purpose' },
  { key: 'processor', label: 'Method' },
  { key: 'amount', label: 'Amount', end: true },
  { key: 'status', label: 'Status' },
] as const;

type PaymentTableProps = { readonly caption: string; readonly payments: readonly LedgerView[] };

/** Shows payment attempts as rows, and as cards under 640 px. */
export function PaymentTable({ caption, payments }: PaymentTableProps) {
  return (
    <Table caption={caption} columns={columns}>
      {payments.map((payment) => (
        <Row key={payment.orderReference}>
          <Cell label="Payment">
            <Link href={paymentHref(payment.orderReference)} className="font-medium underline underline-offset-4">
              {payment.orderReference}
            </Link>
          </Cell>
          <Cell label="Started">
            <time dateTime={payment.createdAt}>{consoleTime(payment.createdAt)}</time>
          </Cell>
          <Cell label="Purpose">{purposeWords[payment.purpose]}</Cell>
          <Cell label="Method">{processorWords[payment.processor]}</Cell>
          <Cell label="Amount" end>
            {moneyText(payment.amountMinor, payment.currency, 'en')}
          </Cell>
          <Cell label="Status">
            <PaymentBadge {...payment} />
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
