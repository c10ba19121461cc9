import { getFormatter } from 'next-intl/server';
import { moneyText } from '#lib/i18n/money-text.ts';
import { isPaidBack } from '#lib/store/parts/part-rows.ts';
import type { OrderView } from '#lib/store/schemas/order.ts';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';

type PartNoteProps = {
  readonly part: OrderView['parts'][number];
  readonly currency: string;
};

/** Shows the delivery that the buyer chose for a part: its price and days, and when it is expected. */
export async function PartDelivery({ part, currency }: PartNoteProps) {
  const { delivery, state } = part;
  if (delivery === null) return null;
  const [{ t, locale }, { t: order }, format] = await Promise.all([
    pageTexts('orderParts'),
    pageTexts('order'),
    getFormatter(),
  ]);
  const { name, method, point, amountMinor, minDays, maxDays, expectedFrom, expectedTo } = delivery;
  const span = minDays === maxDays ? `${maxDays}` : `${minDays}–${maxDays}`;
  const isOnItsWay = !isPaidBack(part) && (state === 'pending' || state === 'processing' || state === 'shipped');
  const facts = [
    name || order(`method_${method}`),
    amountMinor === 0 ? t('free') : moneyText(amountMinor, currency, locale),
    maxDays === 0 ? t('sameDay') : t('days', { span, max: maxDays }),
  ];
  return (
    <p className="text-sm wrap-anywhere">
      {facts.join(' · ')}
      {point && <span className="block">{point}</span>}
      {isOnItsWay && expectedFrom !== null && expectedTo !== null && (
        <span className="block text-muted">
          {t('expected', {
            dates: format.dateTimeRange(new Date(expectedFrom), new Date(expectedTo), { dateStyle: 'medium' }),
          })}
        </span>
      )}
    </p>
  );
}

/** Shows why a seller canceled a part, and how far its money is on the way back. */
export async function PartEnd({ part: { refusal, refund, cancelRequest }, currency }: PartNoteProps) {
  if (refusal === null && refund === null) return null;
  const [{ t, locale }, { t: note }] = await Promise.all([pageTexts('orderParts'), pageTexts('payNote')]);
  const refundText = (amount: string): string => {
    if (refund?.state !== 'done') return t('refundOpen', { amount });
    if (refund.way === 'balance') return note('returned_credit', { amount });
    if (refund.way === 'card') return note('returned_cardgw', { amount });
    return refund.way === 'native' ? note('returned_other', { amount }) : t('refundByHand', { amount });
  };
  return (
    <div className="text-sm">
      {refusal && (
        <p className="whitespace-pre-line wrap-anywhere">
          {cancelRequest?.state === 'accepted' ? t('canceledForYou') : t('refusedFor', { reason: refusal.reason })}
        </p>
      )}
      {refund && <p className="font-medium">{refundText(moneyText(refund.amountMinor, currency, locale))}</p>}
    </div>
  );
}
