// What a buyer is told when a purchase cannot be planned. Missing stock is not refused here: the checkout answers it.
import type { UserContext } from '#lib/context/context.ts';
import { type AppError, conflict, forbidden, invalid } from '#lib/core/errors.ts';
import type { OrderedLine, OrderGoods } from '#lib/store/orders/order-draft.ts';
import { isConfigured, MAIN_CURRENCY } from '#lib/store/products/currencies.ts';
import type { Offer } from '#lib/store/products/offers.ts';
import type { CartLine } from '#lib/store/schemas/cart.ts';
import type { CreateOrderInput } from '#lib/store/schemas/order.ts';

export const nothingToOrder = (): AppError =>
  invalid('The body is not valid', { items: 'must contain a product to order' });

/**
 * Returns the lines with their products. An unknown product is a mistake of the caller, or an old cart still contains
 * it.
 */
export function withOffers(
  lines: readonly CartLine[],
  offers: ReadonlyMap<string, Offer>,
  { items }: CreateOrderInput,
): OrderedLine[] {
  const wrong = [...(items ?? lines).entries()].filter(([, { id, qty }]) => qty > 0 && !offers.has(id));
  if (wrong.length > 0)
    throw invalid(
      'The body is not valid',
      Object.fromEntries(wrong.map(([i]) => [`items.${i}.id`, 'is not an available product'])),
    );
  return lines.flatMap((line) => {
    const offer = offers.get(line.id);
    return offer ? [{ ...line, offer }] : [];
  });
}

export function assertNotOwn(ordered: readonly OrderedLine[], userId: string): void {
  if (ordered.some(({ offer }) => offer.vendor?.ownerId === userId))
    throw forbidden('You cannot order your own product', { code: 'OwnProduct' });
}

export function currencyOf({ currency = MAIN_CURRENCY }: CreateOrderInput, { env }: UserContext): string {
  if (!isConfigured(currency, env))
    throw invalid('The body is not valid', { currency: 'is not a currency of this shop' });
  return currency;
}

export function assertTotal({ expectedTotal }: CreateOrderInput, { totalMinor, currency }: OrderGoods): void {
  if (expectedTotal !== undefined && expectedTotal !== totalMinor)
    throw conflict('The prices have changed. Check the new total and order again', {
      code: 'PriceChanged',
      details: { total: String(totalMinor), currency },
    });
}
