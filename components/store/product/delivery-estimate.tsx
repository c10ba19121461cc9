'use client';

import type { Locale } from '#lib/i18n/values.ts';
import type { DeliveryEstimate } from '#lib/store/schemas/delivery-estimate.ts';
import { type EstimateTexts, estimateText } from './estimate-text.ts';
import { useDeliveryEstimates } from './use-delivery-estimates.ts';

type DeliveryEstimateTextProps = {
  /** Within the seller's own country, as the page knows it for everybody. */
  readonly estimate: DeliveryEstimate;
  readonly isSignedIn: boolean;
  readonly currency: string;
  readonly locale: Locale;
  readonly texts: EstimateTexts;
};

/** Says how the seller of a product delivers. The browser replaces it by that for the country of the reader. */
export function DeliveryEstimateText({ estimate, isSignedIn, currency, locale, texts }: DeliveryEstimateTextProps) {
  const { vendorId } = estimate;
  const found = useDeliveryEstimates({ vendorIds: [vendorId], currency, isSignedIn, first: estimate });
  return estimateText(found.get(vendorId) ?? estimate, { subtotalMinor: 0, currency, locale, texts });
}
