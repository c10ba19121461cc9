import type { Context } from '#lib/context/context.ts';
import { HOUSE_VENDOR_ID } from '#lib/payments/values.ts';
import { CATALOG, familyFacet, listFacet } from '#lib/store/catalog/catalog-entry.ts';
import { toListed } from '#lib/store/catalog/listed-products.ts';
import { Vendors } from '#lib/store/collections.ts';
import { MAX_MEMBERS } from '#lib/store/limits.ts';
import { getPublicProduct } from '#lib/store/products/products.ts';
import type { PublicProduct } from '#lib/store/schemas/catalog.ts';
import { listShopDeliveries } from '#lib/store/vendors/shops.ts';
import type { AgentPage, PageVariant } from './page.ts';

/**
 * Reads what the page of a product shows to everybody, in the language of `ctx` and a currency. Throws NotFound for a
 * product that is not listed.
 */
export async function readPage(ctx: Context, productId: string, currency: string): Promise<AgentPage> {
  const product = await getPublicProduct(ctx, productId, currency);
  const isShipped = product.fulfilment === 'physical';
  const [vendor, deliveries, variants] = await Promise.all([
    ctx.data.need(Vendors, product.vendor.id),
    isShipped ? listShopDeliveries(ctx, product.vendor.id, currency) : [],
    product.family ? variantsOf(ctx, product.family.id, currency) : [],
  ]);
  const { name, country, deliveryNote, returnsNote, arrangeAllowed } = vendor.data;
  const { id, title, description, fulfilment, attributes, priceMinor, compareAtMinor, available, sku } = product;
  return {
    product: {
      ...{ id, title, description, fulfilment, attributes, priceMinor, compareAtMinor, currency, available, sku },
      categories: product.path.map((category) => category.name),
      options: product.options,
    },
    rating: ratingFacts(product),
    seller: {
      ...{ name, country, deliveryNote, returnsNote, arrangeAllowed },
      isHouse: product.vendor.id === HOUSE_VENDOR_ID,
    },
    deliveries,
    variants,
  };
}

/** Returns what reviews say about a product: its average and their number. */
const ratingFacts = ({ rating }: Pick<PublicProduct, 'rating'>): AgentPage['rating'] => rating;

/** Returns the listed members of a family as the catalog's index has them, at most two seconds old. */
async function variantsOf(ctx: Context, familyId: string, currency: string): Promise<PageVariant[]> {
  const { hits } = await ctx.search.search(CATALOG, {
    facets: [[listFacet('product')], [familyFacet(familyId)]],
    sort: { field: 'newest', direction: 'asc' },
    limit: MAX_MEMBERS,
  });
  const listed = await toListed(ctx, hits, currency);
  return listed.map(({ id, options, priceMinor, available }) => ({ productId: id, options, priceMinor, available }));
}
