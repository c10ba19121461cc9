import { ReaderTime } from '#components/admin/console-reader.tsx';
import { paymentHref } from '#components/admin/payments/money-hrefs.ts';
import { settlementTones } from '#components/admin/payments/payment-tones.ts';
import { Badge } from '#components/ui/badge.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { Settlement } from '#lib/payments/schemas/journal.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

type Row = Settlement & { readonly id: string };

/** Shows the settlements of a vendor, one for each sale. */
export async function SettlementTable({ settlements }: { readonly settlements: readonly Row[] }) {
  const { t, locale } = await consoleTexts('settlements');
  const money = (part: 'grossMinor' | 'commissionMinor' | 'netMinor') => (row: Row) =>
    moneyText(row[part], row.currency, locale);
  const columns: readonly Column<Row>[] = [
    {
      header: t('payment'),
      breaksWords: true,
      href: ({ orderReference }) => paymentHref(orderReference),
      cell: ({ orderReference }) => orderReference,
    },
    { header: t('sold'), cell: ({ createdAt }) => <ReaderTime at={createdAt} /> },
    { header: t('gross'), isNumeric: true, cell: money('grossMinor') },
    { header: t('commission'), isNumeric: true, cell: money('commissionMinor') },
    { header: t('net'), isNumeric: true, cell: money('netMinor') },
    {
      header: t('status'),
      cell: ({ state, blocked, overpaid }) => (
        <span className="inline-flex flex-wrap gap-1">
          <Badge wraps tone={settlementTones[state]}>
            {t(`state_${state}`)}
          </Badge>
          {blocked && (
            <Badge wraps tone="danger">
              {t('blocked')}
            </Badge>
          )}
          {overpaid && (
            <Badge wraps tone="warning">
              {t('overpaid')}
            </Badge>
          )}
        </span>
      ),
    },
  ];
  return (
    <DataTable
      caption={t('list')}
      columns={columns}
      rows={settlements}
      keyOf={({ id }) => id}
      empty={<p className="text-muted">{t('none')}</p>}
    />
  );
}
