import { settlementTones } from '#components/admin/payments/payment-tones.ts';
import { Badge } from '#components/ui/badge.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { SettlementState } from '#lib/payments/values.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

type Total = {
  readonly state: SettlementState;
  readonly currency: string;
  readonly grossMinor: number;
  readonly commissionMinor: number;
  readonly netMinor: number;
};

/** Shows the totals of all settlements of a vendor. */
export async function SettlementTotals({ totals }: { readonly totals: readonly Total[] }) {
  const { t, locale } = await consoleTexts('settlements');
  if (totals.length === 0) return <p className="text-muted">{t('noSales')}</p>;
  const money = (part: 'grossMinor' | 'commissionMinor' | 'netMinor') => (total: Total) =>
    moneyText(total[part], total.currency, locale);
  const columns: readonly Column<Total>[] = [
    {
      header: t('status'),
      cell: ({ state }) => (
        <Badge wraps tone={settlementTones[state]}>
          {t(`state_${state}`)}
        </Badge>
      ),
    },
    { header: t('gross'), isNumeric: true, cell: money('grossMinor') },
    { header: t('commission'), isNumeric: true, cell: money('commissionMinor') },
    { header: t('net'), isNumeric: true, cell: money('netMinor') },
  ];
  return (
    <section aria-labelledby="totals">
      <h2 id="totals" className="pb-3 text-lg">
        {t('totals')}
      </h2>
      <DataTable
        caption={t('totalsList')}
        columns={columns}
        rows={totals}
        keyOf={({ state, currency }) => `${state} ${currency}`}
      />
    </section>
  );
}
