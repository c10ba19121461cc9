import { daysText } from '#components/store/checkout/days-text.ts';
import { fill } from '#lib/i18n/fill.ts';
import { moneyText } from '#lib/i18n/money-text.ts';
import { regionName } from '#lib/i18n/region-name.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { cheapestDelivery } from '#lib/store/delivery/cheapest-delivery.ts';
import type { DeliveryEstimate } from '#lib/store/schemas/delivery-estimate.ts';

export type EstimateTexts = Texts<'estimate'> & Pick<Texts<'checkout'>, 'days' | 'sameDay'>;

type Terms = {
  /** The total of the seller's lines, for offers that are free from a total on. */
  readonly subtotalMinor: number;
  readonly currency: string;
  readonly locale: Locale;
  readonly texts: EstimateTexts;
};

/** Says what delivery costs at least and how long it takes, or that it is arranged with the seller. */
export function estimateText(
  { offers, arrange, country }: DeliveryEstimate,
  { subtotalMinor, currency, locale, texts }: Terms,
): string {
  const cheapest = cheapestDelivery(offers, subtotalMinor);
  if (!cheapest) return arrange ? texts.arranged : fill(texts.none, { country: regionName(country, locale) }, locale);
  const days = daysText(cheapest, texts, locale);
  if (cheapest.priceMinor === 0) return fill(texts.free, { days }, locale);
  return fill(texts.from, { price: moneyText(cheapest.priceMinor, currency, locale), days }, locale);
}
