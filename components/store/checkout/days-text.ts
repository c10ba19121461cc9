import { fill } from '#lib/i18n/fill.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { VendorDelivery } from '#lib/store/schemas/vendor-delivery.ts';

/** Returns how long a delivery takes, in the reader's language. */
export function daysText(
  { minDays, maxDays }: Pick<VendorDelivery, 'minDays' | 'maxDays'>,
  { days, sameDay }: Pick<Texts<'checkout'>, 'days' | 'sameDay'>,
  locale: Locale,
): string {
  if (maxDays === 0) return sameDay;
  return fill(days, { span: minDays === maxDays ? `${maxDays}` : `${minDays}–${maxDays}`, max: maxDays }, locale);
}
