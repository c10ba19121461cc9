import type { DeliveryOffer } from '#lib/store/schemas/delivery-estimate.ts';

/** Returns the cheapest offer for lines of this total, of equal ones the quickest. Undefined without any. */
export function cheapestDelivery<O extends DeliveryOffer>(
  offers: readonly O[],
  subtotalMinor: number,
): (O & { readonly priceMinor: number }) | undefined {
  const priced = offers.map((offer) => ({
    ...offer,
    priceMinor: offer.freeFromMinor !== null && subtotalMinor >= offer.freeFromMinor ? 0 : offer.priceMinor,
  }));
  return priced.toSorted((a, b) => a.priceMinor - b.priceMinor || a.maxDays - b.maxDays)[0];
}
