import { distanceText } from '#lib/i18n/console/times.ts';
import { sellerTexts } from '#lib/web/i18n/seller-texts.ts';
import { CountCard } from './count-card.tsx';
import { PayableCard } from './payable-card.tsx';

type VendorCountsProps = {
  readonly toShip: { readonly count: number; readonly isMore: boolean; readonly oldestPaidAt: string | null };
  readonly lowStock: number;
  readonly questions: number;
  readonly payable: readonly { readonly currency: string; readonly payableMinor: number }[];
  readonly mainCurrency: string;
  readonly now: Date;
};

/** Shows what waits for a seller: parts to ship, products that run low, questions, and the money of the next payout. */
export async function VendorCounts({ toShip, lowStock, questions, payable, mainCurrency, now }: VendorCountsProps) {
  const { t, reader, locale, go } = await sellerTexts('overview');
  const numbers = new Intl.NumberFormat(locale);
  const { count, isMore, oldestPaidAt } = toShip;
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-4">
      <CountCard
        title={t('toShip')}
        count={`${numbers.format(count)}${isMore ? '+' : ''}`}
        href={go('/sell/orders')}
        note={
          oldestPaidAt === null ? t('nothingToShip') : t('oldest', { age: distanceText(oldestPaidAt, now, reader) })
        }
      />
      <CountCard title={t('lowStock')} count={numbers.format(lowStock)} href={go('/sell/products?low=1')} />
      <CountCard title={t('questions')} count={numbers.format(questions)} href={go('/messages')} />
      <PayableCard payable={payable} mainCurrency={mainCurrency} />
    </div>
  );
}
