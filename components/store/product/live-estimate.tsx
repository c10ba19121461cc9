import type { Locale } from '#lib/i18n/values.ts';
import type { DeliveryEstimate } from '#lib/store/schemas/delivery-estimate.ts';
import { type EstimateTexts, estimateText } from './estimate-text.ts';
import { useDeliveryEstimates } from './use-delivery-estimates.ts';

export type LiveEstimateProps = {
  /** Within the seller's own country, as the page knows it for everybody. */
  readonly estimate: DeliveryEstimate;
  readonly currency: string;
  readonly locale: Locale;
  readonly texts: EstimateTexts;
};

/** Says how the seller delivers to the country of the reader's last address. */
export function LiveEstimate({ estimate, currency, locale, texts }: LiveEstimateProps) {
  const { vendorId } = estimate;
  const found = useDeliveryEstimates({ vendorIds: [vendorId], currency, isSignedIn: true, first: estimate });
  return estimateText(found.get(vendorId) ?? estimate, { subtotalMinor: 0, currency, locale, texts });
}
