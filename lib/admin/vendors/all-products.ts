import { ModerationCases } from '#lib/admin/collections.ts';
import type { ProductListQuery } from '#lib/admin/schemas/product-list.ts';
import type { Context } from '#lib/context/context.ts';
import { HOUSE_VENDOR_ID } from '#lib/payments/values.ts';
import { Vendors } from '#lib/store/collections.ts';
import { searchProducts } from '#lib/store/products/own-products.ts';
import type { OwnProductPage } from '#lib/store/schemas/own-products.ts';
import type { Vendor } from '#lib/store/schemas/vendor.ts';
import { vendorNamesOf, vendorsNamed } from '#lib/store/vendors/vendor-names.ts';
import { findVendorBySlug } from '#lib/store/vendors/vendor-slugs.ts';

const MOST_SELLERS = 50;

/** A product as an administrator finds it. */
export type FoundProduct = OwnProductPage['products'][number] & {
  readonly vendorName: string;
  /** The version of its moderation case. Null without one. */
  readonly caseVersion: number | null;
};

type FoundProducts = {
  /** The shop's own vendor. Null before its first product. */
  readonly house: Pick<Vendor, 'name' | 'slug'> | null;
  readonly products: readonly FoundProduct[];
  readonly total: number;
  readonly nextCursor: string | null;
};

/**
 * Lists the products of all sellers, the last changed first, from an index that is at most two seconds old. A seller is
 * named by the address of the shop or by words of the name.
 */
export async function listAllProducts(
  ctx: Context,
  { q, status, seller, cursor, limit }: ProductListQuery & { readonly limit: number },
): Promise<FoundProducts> {
  const { products, total, nextCursor } = await searchProducts(ctx, await sellersOf(ctx, seller), {
    ...{ search: q, status, cursor, limit, sortBy: 'updated' },
  });
  const ids = products.map(({ id }) => id);
  const [names, cases, house] = await Promise.all([
    vendorNamesOf(
      ctx.data,
      products.map(({ vendorId }) => vendorId),
    ),
    ids.length === 0 ? [] : ctx.data.getMany(ModerationCases, ids),
    ctx.data.get(Vendors, HOUSE_VENDOR_ID),
  ]);
  return {
    products: products.map((product, at) => ({
      ...product,
      vendorName: names.get(product.vendorId) ?? '',
      caseVersion: cases[at]?.data.version ?? null,
    })),
    ...{ total, nextCursor, house: house?.data ?? null },
  };
}

/** Returns the sellers that a text names: the one with this address, else those with these words. Null for all. */
async function sellersOf(ctx: Context, seller: string | undefined): Promise<readonly string[] | null> {
  if (!seller) return null;
  const exact = await findVendorBySlug(ctx, seller);
  const found = exact ? [exact] : await vendorsNamed(ctx, seller, { limit: MOST_SELLERS });
  return found.map(({ id }) => id);
}
