import { daysText } from '#components/store/checkout/days-text.ts';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { DeliveryEstimate } from '#lib/store/vendors/shops.ts';
import { clientTexts, pageTexts } from '#lib/web/i18n/page-texts.ts';

type DeliveryTextProps = { readonly estimate: DeliveryEstimate | null; readonly currency: string };

/** Says what delivery costs at least and how long it takes, or that it is arranged with the seller. */
export async function DeliveryText({ estimate, currency }: DeliveryTextProps) {
  const [{ t, locale }, words] = await Promise.all([pageTexts('product'), clientTexts('checkout')]);
  if (!estimate) return t('deliveryArranged');
  const days = daysText(estimate, words, locale);
  if (estimate.priceMinor === 0) return t('deliveryFree', { days });
  return t('deliveryFrom', { price: moneyText(estimate.priceMinor, currency, locale), days });
}
