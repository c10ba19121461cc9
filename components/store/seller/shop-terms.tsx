import { daysText } from '#components/store/checkout/days-text.ts';
import { moneyText } from '#lib/i18n/money-text.ts';
import { regionName } from '#lib/i18n/region-name.ts';
import type { Shop, ShopDelivery } from '#lib/store/vendors/shops.ts';
import { clientTexts, pageTexts } from '#lib/web/i18n/page-texts.ts';

type ShopTermsProps = {
  readonly shop: Pick<Shop, 'deliveryNote' | 'returnsNote' | 'arrangeAllowed'>;
  readonly deliveries: readonly ShopDelivery[];
  readonly currency: string;
};

/** Shows how a seller delivers, with prices and days, and what happens with returns. */
export async function ShopTerms({ shop, deliveries, currency }: ShopTermsProps) {
  const [{ t, locale }, words] = await Promise.all([pageTexts('seller'), clientTexts('checkout')]);
  const money = (minor: number) => moneyText(minor, currency, locale);
  const { deliveryNote, returnsNote, arrangeAllowed } = shop;
  const arranged = arrangeAllowed && t(deliveries.length > 0 ? 'arrangeToo' : 'arrange');
  const isDelivered = deliveries.length > 0 || arrangeAllowed || deliveryNote !== '';
  if (!isDelivered && returnsNote === '') return null;
  return (
    <div className="grid gap-x-16 gap-y-8 border-y border-line py-8 md:grid-cols-2">
      {isDelivered && (
        <section className="flex flex-col gap-3">
          <h2 className="text-lg">{t('delivery')}</h2>
          {deliveries.length > 0 && (
            <ul>
              {deliveries.map((option) => (
                <li
                  key={option.id}
                  className="flex flex-wrap justify-between gap-x-6 border-b border-line py-2.5 last:border-0"
                >
                  <span className="flex flex-col wrap-anywhere">
                    {option.name}
                    <span className="text-sm text-muted">{daysText(option, words, locale)}</span>
                    {option.countries.length > 0 && (
                      <span className="text-sm text-muted">
                        {t('only', { countries: option.countries.map((code) => regionName(code, locale)).join(', ') })}
                      </span>
                    )}
                  </span>
                  <span className="flex flex-col text-end tabular-nums">
                    {option.priceMinor === 0 ? words.free : money(option.priceMinor)}
                    {option.freeFromMinor !== null && (
                      <span className="text-sm text-muted">
                        {t('freeFrom', { amount: money(option.freeFromMinor) })}
                      </span>
                    )}
                  </span>
                </li>
              ))}
            </ul>
          )}
          {arranged && <p>{arranged}</p>}
          {deliveryNote !== '' && <p className="whitespace-pre-line text-muted wrap-anywhere">{deliveryNote}</p>}
        </section>
      )}
      {returnsNote !== '' && (
        <section className="flex flex-col gap-3">
          <h2 className="text-lg">{t('returns')}</h2>
          <p className="whitespace-pre-line text-muted wrap-anywhere">{returnsNote}</p>
        </section>
      )}
    </div>
  );
}
