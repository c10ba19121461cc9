import type { UserContext } from '#lib/context/context.ts';
import type { Reader } from '#lib/data/store.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { mergeLines } from '#lib/store/cart/lines.ts';
import { currencyOf } from '#lib/store/checkout/purchase-refusals.ts';
import { Carts } from '#lib/store/collections.ts';
import { type PriceRules, priceIn } from '#lib/store/products/currencies.ts';
import { type Offer, offersOf } from '#lib/store/products/offers.ts';
import type { CartLine } from '#lib/store/schemas/cart.ts';
import type { DeliveryQuote, DeliveryQuoteInput, QuotedOption } from '#lib/store/schemas/delivery-quote.ts';
import type { VendorDelivery } from '#lib/store/schemas/vendor-delivery.ts';
import { deliveryPrice, serves, type VendorTotal } from './delivery-price.ts';
import { findDeliveries } from './vendor-deliveries.ts';

/**
 * Returns how each seller of some lines, by default of the saved cart, delivers to a country, with prices for these
 * lines. Digital lines, and products that cannot be bought, need no delivery.
 */
export async function quoteDelivery(
  ctx: UserContext,
  { items, country, currency: asked }: DeliveryQuoteInput,
): Promise<DeliveryQuote> {
  const currency = currencyOf({ currency: asked }, ctx);
  const lines = items ? mergeLines(items) : ((await ctx.data.get(Carts, ctx.user.id))?.data.items ?? []);
  const offers = await offersOf(
    ctx.data,
    lines.map(({ id }) => id),
    ctx.env,
  );
  const vendors = totalsOf(lines, offers, currency, ctx.env);
  const quoted = [...vendors].map(async ([vendorId, { vendor, subtotalMinor }]) => {
    const terms = { country, subtotalMinor, currency, locale: ctx.locale, env: ctx.env };
    return {
      vendorId,
      name: vendor?.name ?? '',
      arrange: vendor?.arrangeAllowed ?? true,
      options: await quotedOptions(ctx.data, vendorId, terms),
    };
  });
  return { vendors: await Promise.all(quoted) };
}

type Terms = VendorTotal & { readonly country: string; readonly locale: Locale; readonly env: PriceRules };

/** Returns the options of a vendor that reach a country, in their order. */
async function quotedOptions(reader: Reader, vendorId: string, terms: Terms): Promise<QuotedOption[]> {
  const rows = await findDeliveries(reader, vendorId);
  return rows.flatMap(({ id, data }) => (serves(data, terms.country) ? quoted(id, data, terms) : []));
}

function quoted(id: string, option: VendorDelivery, { locale, env, ...total }: Terms): QuotedOption[] {
  const priceMinor = deliveryPrice(option, total, env);
  if (priceMinor === null) return [];
  const { name, method, minDays, maxDays } = option;
  return [{ id, name: name[locale], method, priceMinor, currency: total.currency, minDays, maxDays }];
}

type OfVendor = { readonly vendor: Offer['vendor']; readonly subtotalMinor: number };

/**
 * Returns the sellers who ship something, each with the total of all their lines, in the order of the lines. Digital
 * lines count in that total, as they do in the order.
 */
function totalsOf(
  lines: readonly CartLine[],
  offers: ReadonlyMap<string, Offer>,
  currency: string,
  env: PriceRules,
): ReadonlyMap<string, OfVendor> {
  const listed = lines.flatMap(({ id, qty }) => {
    const offer = offers.get(id);
    const price = offer?.isListed ? priceIn(offer.product, currency, env) : null;
    return offer && price !== null ? [{ offer, totalMinor: price * qty }] : [];
  });
  const byVendor = Map.groupBy(listed, ({ offer }) => offer.product.vendorId);
  return new Map(
    [...byVendor]
      .filter(([, all]) => all.some(({ offer }) => offer.product.fulfilment !== 'digital'))
      .map(([vendorId, all]) => [
        vendorId,
        { vendor: all[0]?.offer.vendor ?? null, subtotalMinor: all.reduce((sum, line) => sum + line.totalMinor, 0) },
      ]),
  );
}

/** Returns the first option of each vendor that reaches a country. */
export async function findFirstOptions(
  reader: Reader,
  vendorIds: readonly string[],
  country: string,
): Promise<ReadonlyMap<string, string | null>> {
  const found = vendorIds.map(async (vendorId) => {
    const first = (await findDeliveries(reader, vendorId)).find(({ data }) => serves(data, country));
    return [vendorId, first?.id ?? null] as const;
  });
  return new Map(await Promise.all(found));
}
