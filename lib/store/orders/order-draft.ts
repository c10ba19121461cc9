import type { UserContext } from '#lib/context/context.ts';
import type { Env } from '#lib/core/env/env.ts';
import { invalid } from '#lib/core/errors.ts';
import { after } from '#lib/core/time.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { localeOfBody } from '#lib/i18n/values.ts';
import { HOUSE_VENDOR_ID } from '#lib/payments/values.ts';
import { shownOptions } from '#lib/store/families/option-texts.ts';
import { ORDER_HOLD_MS } from '#lib/store/limits.ts';
import { newPart } from '#lib/store/parts/part-rows.ts';
import { frozenRateFor, type PriceRules, priceIn } from '#lib/store/products/currencies.ts';
import type { Offer } from '#lib/store/products/offers.ts';
import type { CartLine } from '#lib/store/schemas/cart.ts';
import type { CreateOrderInput, Order, OrderLine } from '#lib/store/schemas/order.ts';
import type { Vendor } from '#lib/store/schemas/vendor.ts';
import type { CancelReason, DeliveryMethod } from '#lib/store/values.ts';
import type { Actor, EventDraft } from './order-events.ts';

/** The highest total of an order, in minor units. */
export const MOST_MINOR = 1e11;
const ALL_BPS = 10_000;

type Shop = PriceRules & Pick<Env, 'STORE_COMMISSION_BPS'>;
/** Generated before the transaction, which may run again and must then write the same values. */
export type OrderNames = { readonly orderId: string; readonly number: string; readonly now: Date; readonly by: Actor };
export type OrderedLine = CartLine & { readonly offer: Offer };

/** The part of an order that follows from the products alone, frozen at this moment. */
export type OrderGoods = Pick<
  Order,
  'vendorIds' | 'lines' | 'charges' | 'subtotalMinor' | 'totalMinor' | 'currency' | 'fx' | 'parts'
>;

/**
 * Prices every line again and freezes the product data that the order needs: later edits change nothing. Throws when
 * the total exceeds MOST_MINOR.
 */
export function draftGoods(
  ordered: readonly OrderedLine[],
  { currency, locale, env, now }: { currency: string; locale: Locale; env: Shop; now: Date },
): OrderGoods {
  const lines = ordered.map((line, i) => draftLine(line, i, currency, locale, env));
  const totalMinor = lines.reduce((sum, line) => sum + line.totalMinor, 0);
  assertValue(totalMinor);
  const vendorIds = [...new Set(lines.map(({ vendorId }) => vendorId))];
  return {
    vendorIds,
    lines,
    charges: [],
    subtotalMinor: totalMinor,
    totalMinor,
    currency,
    fx: frozenRateFor(
      ordered.map(({ offer }) => offer.product),
      currency,
      env,
      now,
    ),
    parts: vendorIds.map((vendorId) => newPart(vendorId)),
  };
}

function draftLine({ id, qty, offer }: OrderedLine, i: number, currency: string, locale: Locale, env: Shop): OrderLine {
  const { product, vendor, family } = offer;
  // A product without a price in a shop currency is listed nowhere. The order is rejected as short, so the product is
  // never sold for 0.
  const unitPriceMinor = priceIn(product, currency, env) ?? 0;
  return {
    id: String(i + 1),
    productId: id,
    vendorId: product.vendorId,
    title: product.translations[locale]?.title ?? product.title,
    options: shownOptions(family ?? undefined, product.optionValues, locale),
    image: product.images[0] ?? null,
    sku: product.sku,
    qty,
    unitPriceMinor,
    totalMinor: Math.min(unitPriceMinor * qty, MOST_MINOR + 1),
    fulfilment: product.fulfilment,
    commissionBps: commissionOf(product.vendorId, vendor, env),
  };
}

/** Throws for a total above the maximum. */
export function assertValue(totalMinor: number): void {
  if (totalMinor > MOST_MINOR)
    throw invalid('The order exceeds the maximum value of an order', { items: 'exceed the maximum value of an order' });
}

/** Returns the shop's current commission on a seller's sales; on its own goods it is everything. */
export const commissionOf = (
  vendorId: string,
  vendor: Pick<Vendor, 'commissionBps'> | null,
  env: Pick<Shop, 'STORE_COMMISSION_BPS'>,
): number => (vendorId === HOUSE_VENDOR_ID ? ALL_BPS : (vendor?.commissionBps ?? env.STORE_COMMISSION_BPS));

/** What an order contains. `method` is that of its chosen deliveries. Null: the buyer's own wish. */
type Ordered = {
  readonly goods: OrderGoods;
  readonly referral: Order['referral'];
  readonly method?: DeliveryMethod | null;
};

/** Returns a complete order of these goods: `new` with bound units, or `canceled` from the start with none. */
export function draftOrder(
  ctx: UserContext,
  input: CreateOrderInput,
  { goods, referral, method = null }: Ordered,
  { number, now, by: { at } }: OrderNames,
  outcome: { readonly status: 'new' } | { readonly status: 'canceled'; readonly cancelReason: CancelReason },
): Order {
  const isNew = outcome.status === 'new';
  return {
    ...goods,
    number,
    userId: ctx.user.id,
    payState: 'unpaid',
    stockState: isNew ? 'bound' : 'none',
    ...destinationOf(ctx, input, method),
    partKeys: [],
    nextPartDueAt: null,
    vendorSettlements: [],
    referral,
    requestId: null,
    holdExpiresAt: isNew ? after(now, ORDER_HOLD_MS) : null,
    locale: orderLocale(input, ctx),
    note: input.note ?? '',
    cancelReason: null,
    forced: false,
    stockShort: [],
    paidAt: null,
    stockDeductedAt: null,
    settledAt: null,
    stockReturnedAt: null,
    documentNumber: null,
    mails: [],
    rev: 1,
    statusAt: at,
    createdAt: at,
    updatedAt: at,
    ...outcome,
  };
}

/** Returns who receives an order, and where: what the buyer gave, else their own name and a delivery to arrange. */
export const destinationOf = (
  { user }: Pick<UserContext, 'user'>,
  { contact, delivery }: Pick<CreateOrderInput, 'contact' | 'delivery'>,
  method: DeliveryMethod | null = null,
): Pick<Order, 'contact' | 'delivery'> => ({
  contact: { name: user.name, email: user.email, phone: '', ...defined(contact) },
  delivery: {
    method: 'arrange',
    country: '',
    city: '',
    address: '',
    postalCode: '',
    comment: '',
    ...defined(delivery),
    ...(method && { method }),
  },
});

/** Returns the fields that were given: a missing field must not overwrite its default. */
const defined = <T extends object>(part: T | undefined): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(part ?? {}).filter(([, value]) => value !== undefined)) as never;

/** Returns the first event of an order. */
export const createdEvent = ({ totalMinor, currency }: Order): EventDraft => ({
  kind: 'created',
  to: 'new',
  data: { totalMinor, currency },
});

export const orderLocale = ({ locale }: CreateOrderInput, ctx: UserContext): Locale =>
  locale ? localeOfBody[locale] : ctx.locale;
