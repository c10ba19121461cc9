import type { Context } from '#lib/context/context.ts';
import { MAIN_CURRENCY } from '#lib/core/money.ts';
import { deliveryPrice } from '#lib/store/delivery/delivery-price.ts';
import { findDeliveries } from '#lib/store/delivery/vendor-deliveries.ts';
import { mediaUrl } from '#lib/store/media/media-files.ts';
import { convert } from '#lib/store/products/currencies.ts';
import type { VendorRef } from '#lib/store/schemas/catalog.ts';
import type { Vendor } from '#lib/store/schemas/vendor.ts';
import type { VendorDelivery } from '#lib/store/schemas/vendor-delivery.ts';
import { findVendorBySlug } from './vendor-slugs.ts';

/** A seller as everybody may see it. */
export type Shop = Pick<Vendor, 'about' | 'country' | 'deliveryNote' | 'returnsNote' | 'arrangeAllowed'> & {
  readonly vendor: VendorRef;
  readonly logoUrl: string | null;
  readonly approvedAt: string | null;
};

/** Returns the approved seller with a present or former slug, or null. */
export async function findShop(ctx: Pick<Context, 'data'>, slug: string): Promise<Shop | null> {
  const row = await findVendorBySlug(ctx, slug);
  if (row?.data.status !== 'approved') return null;
  const { name, logoFileId, about, country, deliveryNote, returnsNote, arrangeAllowed, approvedAt } = row.data;
  return {
    vendor: { id: row.id, name, slug: row.data.slug },
    logoUrl: logoFileId === null ? null : mediaUrl(logoFileId),
    ...{ about, country, deliveryNote, returnsNote, arrangeAllowed, approvedAt },
  };
}

/** A delivery option as a shopper sees it before anything is in the cart. Amounts are in the asked currency. */
export type ShopDelivery = Pick<VendorDelivery, 'minDays' | 'maxDays' | 'countries'> & {
  readonly id: string;
  readonly name: string;
  readonly priceMinor: number;
  /** From this total on it is free. */
  readonly freeFromMinor: number | null;
};

/** Returns the active delivery options of a seller in their order, those without an exchange rate left out. */
export async function listShopDeliveries(
  { data, env, locale }: Pick<Context, 'data' | 'env' | 'locale'>,
  vendorId: string,
  currency: string,
): Promise<readonly ShopDelivery[]> {
  const rows = await findDeliveries(data, vendorId);
  return rows.flatMap(({ id, data: option }) => {
    const priceMinor = option.active ? deliveryPrice(option, { subtotalMinor: 0, currency }, env) : null;
    if (priceMinor === null) return [];
    const { name, minDays, maxDays, countries, freeFromMinor: free } = option;
    const freeFromMinor = free === null || priceMinor === 0 ? null : convert(free, MAIN_CURRENCY, currency, env);
    return [{ id, name: name[locale], priceMinor, freeFromMinor, minDays, maxDays, countries }];
  });
}
