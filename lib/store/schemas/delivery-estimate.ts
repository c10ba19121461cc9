import { z } from 'zod';
import { countryCode } from '#lib/core/countries.ts';
import { idText } from '#lib/core/ids.ts';
import { currencyCode, minorUnits } from '#lib/core/money.ts';
import { MAX_CART_LINES } from '#lib/store/limits.ts';
import { commaList } from './catalog.ts';

export const deliveryEstimateQuery = z.object({
  vendorIds: commaList(MAX_CART_LINES),
  /** Where to. By default each seller's own country. */
  country: countryCode.optional(),
  currency: currencyCode.optional(),
});
export type DeliveryEstimateQuery = z.output<typeof deliveryEstimateQuery>;

const deliveryOffer = z.object({
  priceMinor: minorUnits.nonnegative(),
  /** From this total of the seller’s lines on it is free. */
  freeFromMinor: minorUnits.nonnegative().nullable(),
  minDays: z.int().nonnegative(),
  maxDays: z.int().nonnegative(),
});
export type DeliveryOffer = z.output<typeof deliveryOffer>;

const deliveryEstimate = z.object({
  vendorId: idText,
  country: countryCode,
  /** Whether the delivery may be arranged with the seller after the order. */
  arrange: z.boolean(),
  /** What reaches the country, in the order of the seller. */
  offers: z.array(deliveryOffer),
});
export type DeliveryEstimate = z.output<typeof deliveryEstimate>;

export const deliveryEstimates = z
  .object({ currency: currencyCode, estimates: z.array(deliveryEstimate) })
  .meta({ id: 'DeliveryEstimates' });
export type DeliveryEstimates = z.output<typeof deliveryEstimates>;
