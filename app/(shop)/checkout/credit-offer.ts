import 'server-only';
import type { CreditOffer } from '#components/store/credit-offer.ts';
import type { UserContext } from '#lib/core/context.ts';
import { creditCurrencies, creditOf } from '#lib/payments/credit.ts';
import { convert } from '#lib/store/currencies.ts';
import type { CartLine } from '#lib/store/schemas/cart.ts';
import type { ListedProduct } from '#lib/store/schemas/catalog.ts';

/** A round sum to tell a rate by where the cart has nothing in it. */
const SAMPLE_MINOR = 1_000_000;

type Cart = { readonly lines: readonly CartLine[]; readonly products: readonly ListedProduct[] };

/** What this person's balance can do for this cart. A forecast: the payment itself decides, by the order's own rate. */
export async function creditOffer(ctx: UserContext, { lines, products }: Cart, currency: string): Promise<CreditOffer> {
  const balance = await creditOf(ctx.data, ctx.user.id);
  const price = new Map(products.map(({ id, priceMinor }) => [id, priceMinor]));
  const total = lines.reduce((sum, { id, qty }) => sum + (price.get(id) ?? 0) * qty, 0);
  const totalMinor = total === 0 ? SAMPLE_MINOR : total;
  const chargeMinor = convert(totalMinor, currency, balance.currency, ctx.env);
  return {
    isOn: ctx.env.PAYMENT_STORE_ALLOW_CREDIT,
    takesCurrency: chargeMinor !== null && creditCurrencies(ctx.env).includes(currency),
    balanceMinor: balance.balanceMinor,
    currency: balance.currency,
    rate: { totalMinor, chargeMinor: chargeMinor ?? totalMinor },
  };
}
