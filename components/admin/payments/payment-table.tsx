import type { ReactNode } from 'react';
import { ReaderTime } from '#components/admin/console-reader.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { LedgerView } from '#lib/payments/schemas/ledger.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { paymentHref } from './money-hrefs.ts';
import { PaymentBadge } from './payment-badge.tsx';

type PaymentTableProps = {
  readonly caption: string;
  readonly payments: readonly LedgerView[];
  readonly empty?: ReactNode;
};

/** Shows payment attempts. */
export async function PaymentTable({ caption, payments, empty }: PaymentTableProps) {
  const { t, locale } = await consoleTexts('payments');
  const columns: readonly Column<LedgerView>[] = [
    { header: t('number'), href: (row) => paymentHref(row.orderReference), cell: (row) => row.orderReference },
    { header: t('started'), cell: ({ createdAt }) => <ReaderTime at={createdAt} /> },
    { header: t('purpose'), cell: ({ purpose }) => t(`purpose_${purpose}`) },
    { header: t('method'), cell: ({ processor }) => t(`by_${processor}`) },
    {
      header: t('amount'),
      isNumeric: true,
      cell: ({ amountMinor, currency }) => moneyText(amountMinor, currency, locale),
    },
    { header: t('status'), cell: (payment) => <PaymentBadge {...payment} /> },
  ];
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={payments}
      keyOf={({ orderReference }) => orderReference}
      empty={empty}
    />
  );
}
