import 'server-only';
import { cache } from 'react';
import type { CreditOffer } from '#components/store/credit-offer.ts';
import type { UserContext } from '#lib/core/context.ts';
import { AppError } from '#lib/core/errors.ts';
import { creditCharge, creditCurrencies, creditOf } from '#lib/payments/credit.ts';
import { listOrderMails, sellersWereTold } from '#lib/store/order-mails.ts';
import { getOwnOrder, viewOfOrder } from '#lib/store/orders.ts';
import type { Order, OrderView } from '#lib/store/schemas/order.ts';

type OpenedOrder = {
  readonly order: OrderView;
  readonly credit: CreditOffer;
  readonly hasDocument: boolean;
  readonly sellersTold: boolean;
};

/** An own order, what the balance can do for it, and what was done about it; null where there is no such order for this person. */
export const openOrder = cache(async (ctx: UserContext, id: string): Promise<OpenedOrder | null> => {
  try {
    const row = await getOwnOrder(ctx, id);
    const [order, credit, mails] = await Promise.all([
      viewOfOrder(ctx, row),
      offerFor(ctx, row.data),
      listOrderMails(ctx, id),
    ]);
    const sellersTold = sellersWereTold(mails, row.data.vendorIds);
    return { order, credit, hasDocument: row.data.documentNumber !== null, sellersTold };
  } catch (error) {
    if (error instanceof AppError && error.name === 'NotFound') return null;
    throw error;
  }
});

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
