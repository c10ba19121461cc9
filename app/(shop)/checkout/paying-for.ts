import 'server-only';
import type { CreditOffer } from '#components/store/checkout/credit-offer.ts';
import type { UserContext } from '#lib/context/context.ts';
import { railsFor } from '#lib/payments/attempts/rails.ts';
import { creditCurrencies, creditOf } from '#lib/payments/credit/credit.ts';
import type { Rail } from '#lib/payments/schemas/ledger.ts';
import { convert } from '#lib/store/products/currencies.ts';
import type { CartLine } from '#lib/store/schemas/cart.ts';
import type { ListedProduct } from '#lib/store/schemas/catalog.ts';

/** A round amount to compute a rate from when the cart is empty. */
const SAMPLE_MINOR = 1_000_000;

type Cart = { readonly lines: readonly CartLine[]; readonly products: readonly ListedProduct[] };
type Paying = { readonly rails: readonly Rail[]; readonly credit: CreditOffer };

/**
 * Returns the ways to pay for this cart, and what the user's balance covers. This is a forecast: the payment itself
 * uses the order's own rate.
 */
export async function payingFor(ctx: UserContext, { lines, products }: Cart, currency: string): Promise<Paying> {
  const price = new Map(products.map(({ id, priceMinor }) => [id, priceMinor]));
  const total = lines.reduce((sum, { id, qty }) => sum + (price.get(id) ?? 0) * qty, 0);
  const totalMinor = total === 0 ? SAMPLE_MINOR : total;
  // The balance is computed below, because an exchange rate is frozen with an order, and there is none yet.
  const [rails, balance] = await Promise.all([
    railsFor(ctx, { totalMinor, currency, fx: null }),
    creditOf(ctx.data, ctx.user.id),
  ]);
  const chargeMinor = convert(totalMinor, currency, balance.currency, ctx.env);
  const credit = {
    isOn: ctx.env.PAYMENT_STORE_ALLOW_CREDIT,
    takesCurrency: chargeMinor !== null && creditCurrencies(ctx.env).includes(currency),
    balanceMinor: balance.balanceMinor,
    currency: balance.currency,
    rate: { totalMinor, chargeMinor: chargeMinor ?? totalMinor },
  };
  return { rails, credit };
}
