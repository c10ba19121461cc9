import { Banknote } from 'lucide-react';
import { getFormatter } from 'next-intl/server';
import { Badge, type Tone } from '#components/ui/badge.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { Settlement } from '#lib/payments/schemas/journal.ts';
import type { OwnSettlement } from '#lib/store/vendors/own-settlements.ts';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';

const tones: Readonly<Record<Settlement['state'], Tone>> = {
  accrued: 'warning',
  payable: 'accent',
  paid: 'success',
  reversed: 'neutral',
};

/** Shows the sales of a vendor: gross price, commission, net amount and release date. */
export async function SettlementTable({ settlements }: { readonly settlements: readonly OwnSettlement[] }) {
  const [{ t, locale }, format] = await Promise.all([pageTexts('settlements'), getFormatter()]);
  const day = (at: string) => <time dateTime={at}>{format.dateTime(new Date(at), { dateStyle: 'medium' })}</time>;

  const releaseOf = ({ state, blocked, overpaid, releaseAt }: OwnSettlement) => {
    if (overpaid) return t('keptBack');
    if (releaseAt !== null) return day(releaseAt);
    return state === 'accrued' && !blocked ? t('afterCompletion') : '–';
  };

  const money = (part: 'grossMinor' | 'commissionMinor' | 'netMinor') => (settlement: OwnSettlement) =>
    moneyText(settlement[part], settlement.currency, locale);
  const net = money('netMinor');
  const columns: readonly Column<OwnSettlement>[] = [
    { header: t('order'), cell: ({ orderNumber }) => <span className="font-medium">{orderNumber}</span> },
    { header: t('sold'), cell: ({ soldAt }) => day(soldAt) },
    {
      header: t('state'),
      cell: (settlement) => (
        <Badge tone={isHeld(settlement) ? 'danger' : tones[settlement.state]}>
          {isHeld(settlement) ? t('held') : t(`state_${settlement.state}`)}
        </Badge>
      ),
    },
    { header: t('gross'), isNumeric: true, cell: money('grossMinor') },
    { header: t('commission'), isNumeric: true, cell: money('commissionMinor') },
    { header: t('net'), isNumeric: true, cell: (row) => <span className="font-semibold">{net(row)}</span> },
    { header: t('release'), isNumeric: true, cell: releaseOf },
  ];

  return (
    <DataTable
      caption={t('caption')}
      columns={columns}
      rows={settlements}
      keyOf={({ id }) => id}
      empty={
        <EmptyState title={t('emptyTitle')} icon={<Banknote aria-hidden />}>
          {t('emptyText')}
        </EmptyState>
      }
    />
  );
}

/**
 * True when the settlement is blocked because its order was canceled. The money stays in place until the order is
 * refunded or restored.
 */
const isHeld = ({ state, blocked }: OwnSettlement): boolean => blocked && (state === 'accrued' || state === 'payable');
