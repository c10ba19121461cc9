import type { ReactNode } from 'react';
import { ReaderTime } from '#components/admin/console-reader.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { LedgerView } from '#lib/payments/schemas/ledger.ts';
import { paymentHref } from './money-hrefs.ts';
import { PaymentBadge } from './payment-badge.tsx';
import { processorWords, purposeWords } from './payment-words.ts';

const columns: readonly Column<LedgerView>[] = [
  { header: 'Payment', href: (row) => paymentHref(row.orderReference), cell: (row) => row.orderReference },
  { header: 'Started', cell: ({ createdAt }) => <ReaderTime at={createdAt} /> },
  { header: 'Purpose', cell: ({ purpose }) => purposeWords[purpose] },
  { header: 'Method', cell: ({ processor }) => processorWords[processor] },
  { header: 'Amount', isNumeric: true, cell: ({ amountMinor, currency }) => moneyText(amountMinor, currency, 'en') },
  { header: 'Status', cell: (payment) => <PaymentBadge {...payment} /> },
];

type PaymentTableProps = {
  readonly caption: string;
  readonly payments: readonly LedgerView[];
  readonly empty?: ReactNode;
};

/** Shows payment attempts. */
export const PaymentTable = ({ caption, payments, empty }: PaymentTableProps) => (
  <DataTable
    caption={caption}
    columns={columns}
    rows={payments}
    keyOf={({ orderReference }) => orderReference}
    empty={empty}
  />
);
