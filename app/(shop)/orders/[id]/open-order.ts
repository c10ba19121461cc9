import 'server-only';
import { cache } from 'react';
import type { CreditOffer } from '#components/store/checkout/credit-offer.ts';
import { mayPay } from '#components/store/order/may-cancel.ts';
import type { Seen } from '#components/store/order/order-polling.ts';
import type { UserContext } from '#lib/context/context.ts';
import { AppError } from '#lib/core/errors.ts';
import { findAttempts } from '#lib/payments/attempts/ledger.ts';
import { moneyBackOf, type PaymentNote, paymentNoteOf } from '#lib/payments/attempts/payment-note.ts';
import { shownOf } from '#lib/payments/attempts/payment-status.ts';
import { railsFor } from '#lib/payments/attempts/rails.ts';
import { creditCharge, creditCurrencies, creditOf } from '#lib/payments/credit/credit.ts';
import type { Rail } from '#lib/payments/schemas/ledger.ts';
import type { WalletPayment } from '#lib/payments/schemas/wallet.ts';
import { walletPaymentsOf } from '#lib/payments/wallet/payments.ts';
import { filesOfOrder, type OrderFiles } from '#lib/store/files/order-files.ts';
import { listOrderMails, sellersWereNotified } from '#lib/store/order-mail/order-mails.ts';
import { getOwnOrder, viewOfOrder } from '#lib/store/orders/orders.ts';
import type { Order, OrderView } from '#lib/store/schemas/order.ts';
import { type Seller, sellersOf } from '#lib/store/vendors/sellers.ts';

type OpenedOrder = {
  readonly order: OrderView;
  /** What the buyer may download, with links that work for ten minutes. */
  readonly files: readonly OrderFiles[];
  readonly credit: CreditOffer;
  readonly rails: readonly Rail[];
  readonly note: PaymentNote | null;
  readonly seen: Seen;
  /** Open top-ups, for buyers who left this page to fill up their balance. */
  readonly topUps: readonly WalletPayment[];
  readonly hasDocument: boolean;
  readonly sellersTold: boolean;
  /** The sellers whom the buyer can ask about it. */
  readonly sellers: readonly Seller[];
};

/**
 * Reads an own order with its payments, the ways to pay for it and its mails. Returns null for another user's order.
 */
export const openOrder = cache(async (ctx: UserContext, id: string): Promise<OpenedOrder | null> => {
  try {
    const row = await getOwnOrder(ctx, id);
    const [order, files, credit, rails, attempts, mails, payments, sellers] = await Promise.all([
      viewOfOrder(ctx, row),
      filesOfOrder(ctx, row),
      offerFor(ctx, row.data),
      railsFor(ctx, row.data),
      findAttempts(ctx.data, id),
      listOrderMails(ctx, id),
      walletPaymentsOf(ctx),
      sellersOf(ctx, row.data.vendorIds),
    ]);
    const { status, payState } = order;
    const note = paymentNoteOf(order, attempts, ctx.now());
    const shown = shownOf(attempts);
    return {
      order,
      files,
      credit,
      rails,
      note,
      topUps: mayPay(order, note) ? payments.filter(({ purpose }) => purpose === 'wallet_topup') : [],
      seen: {
        orderStatus: status,
        orderRev: row.data.rev,
        payState,
        orderReference: shown?.orderReference ?? null,
        moneyBack: moneyBackOf(note),
        failure: shown?.failure ?? null,
      },
      hasDocument: row.data.documentNumber !== null,
      sellersTold: sellersWereNotified(mails, row.data.vendorIds),
      sellers: sellers.filter(({ userId }) => userId !== ctx.user.id),
    };
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
