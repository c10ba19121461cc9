import 'server-only';
import { cache } from 'react';
import type { CreditOffer } from '#components/store/credit-offer.ts';
import type { UserContext } from '#lib/core/context.ts';
import { AppError } from '#lib/core/errors.ts';
import { creditCharge, creditCurrencies, creditOf } from '#lib/payments/credit.ts';
import { getOwnOrder, viewOfOrder } from '#lib/store/orders.ts';
import type { Order, OrderView } from '#lib/store/schemas/order.ts';

/** An own order and what the balance can do for it; null where there is no such order for this person. */
export const openOrder = cache(
  async (ctx: UserContext, id: string): Promise<{ order: OrderView; credit: CreditOffer } | null> => {
    try {
      const row = await getOwnOrder(ctx, id);
      const [order, credit] = await Promise.all([viewOfOrder(ctx, row), offerFor(ctx, row.data)]);
      return { order, credit };
    } catch (error) {
      if (error instanceof AppError && error.name === 'NotFound') return null;
      throw error;
    }
  },
);

async function offerFor(ctx: UserContext, { totalMinor, currency, fx }: Order): Promise<CreditOffer> {
  const balance = await creditOf(ctx.data, ctx.user.id);
  const chargeMinor = creditCharge(ctx.env, balance, { amountMinor: totalMinor, currency, fx });
  return {
    isOn: ctx.env.PAYMENT_STORE_ALLOW_CREDIT,
    takesCurrency: chargeMinor !== null && creditCurrencies(ctx.env).includes(currency),
    balanceMinor: balance.balanceMinor,
    currency: balance.currency,
    rate: { totalMinor, chargeMinor: chargeMinor ?? totalMinor },
  };
}
