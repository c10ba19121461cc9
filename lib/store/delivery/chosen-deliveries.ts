import { countryCode } from '#lib/core/countries.ts';
import { invalid } from '#lib/core/errors.ts';
import { after, DAY_MS } from '#lib/core/time.ts';
import type { Reader, Row } from '#lib/data/store.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { VendorDeliveries } from '#lib/store/collections.ts';
import { assertValue, type OrderGoods } from '#lib/store/orders/order-draft.ts';
import { isDigitalPart } from '#lib/store/parts/part-rows.ts';
import type { PriceRules } from '#lib/store/products/currencies.ts';
import type { CreateOrderInput, Order } from '#lib/store/schemas/order.ts';
import type { OrderPart } from '#lib/store/schemas/order-part.ts';
import type { Vendor } from '#lib/store/schemas/vendor.ts';
import type { VendorDelivery } from '#lib/store/schemas/vendor-delivery.ts';
import { type OptionMethod, optionMethods } from '#lib/store/values.ts';
import { deliveryPrice, serves } from './delivery-price.ts';

type Destination = Pick<Order, 'contact' | 'delivery'>;
type Choice = NonNullable<CreateOrderInput['deliveryOptions']>[number];

/** The first option of each vendor that must deliver although the buyer chose none. Null: none reaches the buyer. */
export type FirstOptions = ReadonlyMap<string, string | null>;

/** What the choice of deliveries depends on. */
export type DeliveryAsk = {
  readonly goods: OrderGoods;
  readonly vendorOf: (vendorId: string) => Vendor | null;
  readonly choices: readonly Choice[];
  readonly first: FirstOptions;
  readonly destination: Destination;
  readonly locale: Locale;
  readonly env: PriceRules;
};

/** The deliveries of an order, or the vendors whose first option must be looked up before. */
export type PlannedDeliveries =
  | { readonly kind: 'look-up'; readonly vendorIds: readonly string[] }
  | { readonly kind: 'planned'; readonly goods: OrderGoods; readonly method: OptionMethod | 'arrange' | null };

/**
 * Adds the chosen deliveries to the goods of an order: one shipping charge per vendor, and the delivery of each part.
 * A vendor that the choices do not name is delivered by arrangement, or by its first option where it allows none.
 * `method` is that of the whole order. It is null when no option applies: the buyer's own wish stays.
 */
export async function planDeliveries(reader: Reader, ask: DeliveryAsk): Promise<PlannedDeliveries> {
  const { goods, choices, first, vendorOf } = ask;
  assertChoices(goods, choices);
  const named = new Map(choices.map((choice, at) => [choice.vendorId, { ...choice, at }]));
  const unnamed = shippedBy(goods).filter((id) => !named.has(id) && vendorOf(id)?.arrangeAllowed === false);
  const unknown = unnamed.filter((vendorId) => !first.has(vendorId));
  if (unknown.length > 0) return { kind: 'look-up', vendorIds: unknown };

  const fallbacks = unnamed.map((vendorId) => ({ vendorId, optionId: first.get(vendorId) ?? unreachable(), at: null }));
  const wanted: readonly Wanted[] = [...named.values(), ...fallbacks];
  if (wanted.length === 0) return { kind: 'planned', goods, method: null };
  const rows = await reader.getMany(
    VendorDeliveries,
    wanted.map(({ optionId }) => optionId),
  );
  return deliver(
    ask,
    wanted.map((want, i) => chosen(want, rows[i], ask)),
  );
}

/** A named option, with its place in the body, or the first option of a vendor that none was named for. */
type Wanted = Pick<Choice, 'vendorId' | 'optionId' | 'point'> & { readonly at: number | null };
type Chosen = Wanted & { readonly option: VendorDelivery; readonly amountMinor: number };

const unreachable = (): never => {
  throw refused('a seller does not deliver to this country');
};
const unknownOption = (): never => {
  throw refused('name an option that the seller does not offer');
};
const refused = (why: string) => invalid('The delivery is not valid', { deliveryOptions: why });

/** The vendors of the order that ship something. */
const shippedBy = (goods: OrderGoods): readonly string[] => goods.vendorIds.filter((id) => !isDigitalPart(goods, id));

function assertChoices(goods: OrderGoods, choices: readonly Choice[]): void {
  const shipping = shippedBy(goods);
  if (new Set(choices.map(({ vendorId }) => vendorId)).size < choices.length) throw refused('name a seller twice');
  if (choices.some(({ vendorId }) => !shipping.includes(vendorId)))
    throw refused('name a seller who ships nothing of this order');
}

function chosen(want: Wanted, row: Row<VendorDelivery> | undefined, ask: DeliveryAsk): Chosen {
  const { goods, destination, env } = ask;
  const option = row?.data;
  if (option?.vendorId !== want.vendorId || !serves(option, destination.delivery.country))
    return want.at === null ? unreachable() : unknownOption();
  const subtotalMinor = goods.lines
    .filter(({ vendorId }) => vendorId === want.vendorId)
    .reduce((sum, { totalMinor }) => sum + totalMinor, 0);
  const amountMinor = deliveryPrice(option, { subtotalMinor, currency: goods.currency }, env);
  if (amountMinor === null) throw refused('have no price in this currency');
  return { ...want, option, amountMinor };
}

function deliver({ goods, destination, locale }: DeliveryAsk, all: readonly Chosen[]): PlannedDeliveries {
  assertReachable(all, destination);
  const byVendor = new Map(all.map((choice) => [choice.vendorId, choice]));
  const isArranged = shippedBy(goods).some((vendorId) => !byVendor.has(vendorId));
  const charges = all
    .filter(({ amountMinor }) => amountMinor > 0)
    .map(({ vendorId, option, amountMinor }) => ({
      ...{ kind: 'shipping' as const, label: option.name[locale], amountMinor, vendorId },
    }));
  const totalMinor = charges.reduce((sum, { amountMinor }) => sum + amountMinor, goods.totalMinor);
  assertValue(totalMinor);
  return {
    kind: 'planned',
    goods: {
      ...goods,
      charges: [...goods.charges, ...charges],
      totalMinor,
      parts: goods.parts.map((part) => {
        const choice = byVendor.get(part.vendorId);
        return choice ? { ...part, delivery: deliveryOf(choice, locale) } : part;
      }),
    },
    method:
      optionMethods.find((method) => all.some(({ option }) => option.method === method)) ??
      (isArranged ? 'arrange' : null),
  };
}

function deliveryOf({ optionId, option, point = '', amountMinor }: Chosen, locale: Locale): OrderPart['delivery'] {
  const { method, minDays, maxDays } = option;
  return {
    ...{ optionId, name: option.name[locale], method, point: method === 'branch' ? point : null, amountMinor },
    ...{ minDays, maxDays, expectedFrom: null, expectedTo: null },
  };
}

/** Throws with every field that the chosen methods need and that is missing. */
function assertReachable(all: readonly Chosen[], { contact, delivery }: Destination): void {
  const methods = new Set(all.map(({ option }) => option.method));
  const isSent = methods.has('courier') || methods.has('branch');
  const missing = 'is needed for this delivery';
  const isCountry = countryCode.safeParse(delivery.country).success;
  const noPoint = all.filter(({ option, point = '' }) => option.method === 'branch' && point === '');
  const problems: Record<string, string> = {
    ...((isSent || delivery.country !== '') &&
      !isCountry && { 'delivery.country': 'must be a country code of two letters, such as UA' }),
    ...(isSent && contact.phone === '' && { 'contact.phone': missing }),
    ...(methods.has('courier') && delivery.city === '' && { 'delivery.city': missing }),
    ...(methods.has('courier') && delivery.address === '' && { 'delivery.address': missing }),
    ...Object.fromEntries(
      noPoint.map(({ at }) => (at === null ? ['deliveryOptions', missing] : [`deliveryOptions.${at}.point`, missing])),
    ),
  };
  if (Object.keys(problems).length > 0) throw invalid('The delivery is not complete', problems);
}

/** Returns a part with the days on which its delivery is expected, counted from the payment. */
export function expectedFrom(part: OrderPart, paidAt: string): OrderPart {
  if (part.delivery === null) return part;
  const { minDays, maxDays } = part.delivery;
  const on = (days: number) => after(new Date(paidAt), days * DAY_MS);
  return { ...part, delivery: { ...part.delivery, expectedFrom: on(minDays), expectedTo: on(maxDays) } };
}
