import { getFormatter } from 'next-intl/server';
import { Badge, type Tone } from '#components/ui/badge.tsx';
import { Cell, Row, Table } from '#components/ui/table.tsx';
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
  const columns = [
    { key: 'order', label: t('order') },
    { key: 'sold', label: t('sold') },
    { key: 'state', label: t('state') },
    { key: 'gross', label: t('gross'), end: true },
    { key: 'commission', label: t('commission'), end: true },
    { key: 'net', label: t('net'), end: true },
    { key: 'release', label: t('release'), end: true },
  ];
  const day = (at: string) => <time dateTime={at}>{format.dateTime(new Date(at), { dateStyle: 'medium' })}</time>;

  const releaseOf = ({ state, blocked, overpaid, releaseAt }: OwnSettlement) => {
    if (overpaid) return t('keptBack');
    if (releaseAt !== null) return day(releaseAt);
    return state === 'accrued' && !blocked ? t('afterCompletion') : '–';
  };

  return (
    <Table caption={t('caption')} columns={columns}>
      {settlements.map((settlement) => {
        const { id, orderNumber, state, currency, grossMinor, commissionMinor, netMinor, soldAt } = settlement;
        return (
          <Row key={id}>
            <Cell label={t('order')}>
              <span className="font-medium">{orderNumber}</span>
            </Cell>
            <Cell label={t('sold')}>{day(soldAt)}</Cell>
            <Cell label={t('state')}>
              <span>
                <Badge tone={isHeld(settlement) ? 'danger' : tones[state]}>
                  {isHeld(settlement) ? t('held') : t(`state_${state}`)}
                </Badge>
              </span>
            </Cell>
            <Cell label={t('gross')} end>
              {moneyText(grossMinor, currency, locale)}
            </Cell>
            <Cell label={t('commission')} end>
              {moneyText(commissionMinor, currency, locale)}
            </Cell>
            <Cell label={t('net')} end>
              <span className="font-semibold">{moneyText(netMinor, currency, locale)}</span>
            </Cell>
            <Cell label={t('release')} end>
              {releaseOf(settlement)}
            </Cell>
          </Row>
        );
      })}
    </Table>
  );
}

/**
 * True when the settlement is blocked because its order was canceled. The money stays in place until the order is
 * refunded or restored.
 */
const isHeld = ({ state, blocked }: OwnSettlement): boolean => blocked && (state === 'accrued' || state === 'payable');
