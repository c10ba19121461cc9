import type { Context } from '#lib/context/context.ts';
import { invalid } from '#lib/core/errors.ts';
import { MAIN_CURRENCY } from '#lib/core/money.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import { Vendors } from '#lib/store/collections.ts';
import { isConfigured } from '#lib/store/products/currencies.ts';
import type {
  DeliveryEstimate,
  DeliveryEstimateQuery,
  DeliveryEstimates,
} from '#lib/store/schemas/delivery-estimate.ts';
import { listShopDeliveries } from '#lib/store/vendors/shops.ts';

const KEPT_MS = 10 * SECOND_MS;

/**
 * Returns what sellers offer to a country before anything is ordered, at most a few seconds old. Unknown sellers and
 * those that do not sell are left out.
 */
export async function estimateDeliveries(
  ctx: Context,
  { vendorIds, country, currency = MAIN_CURRENCY }: DeliveryEstimateQuery,
): Promise<DeliveryEstimates> {
  if (!isConfigured(currency, ctx.env))
    throw invalid('The query is not valid', { currency: 'is not a currency of this shop' });
  const found = await Promise.all([...new Set(vendorIds)].map((id) => estimateDelivery(ctx, id, currency, country)));
  return { currency, estimates: found.filter((estimate) => estimate !== null) };
}

/** Returns what a seller offers to a country, by default its own. Null for a seller that does not sell. */
export async function estimateDelivery(
  ctx: Context,
  vendorId: string,
  currency: string,
  country?: string,
): Promise<DeliveryEstimate | null> {
  const known = await termsOf(ctx, vendorId, currency);
  if (!known) return null;
  const to = country ?? known.country;
  const reaching = known.options.filter(({ countries }) => countries.length === 0 || countries.includes(to));
  return {
    ...{ vendorId, country: to, arrange: known.arrangeAllowed },
    offers: reaching.map(({ priceMinor, freeFromMinor, minDays, maxDays }) => ({
      ...{ priceMinor, freeFromMinor, minDays, maxDays },
    })),
  };
}

const termsOf = (ctx: Context, vendorId: string, currency: string) =>
  ctx.memo.get(`store.delivery-estimate ${vendorId} ${currency}`, KEPT_MS, async () => {
    const vendor = await ctx.data.get(Vendors, vendorId);
    if (vendor?.data.status !== 'approved') return null;
    const { country, arrangeAllowed } = vendor.data;
    return { country, arrangeAllowed, options: await listShopDeliveries(ctx, vendorId, currency) };
  });
