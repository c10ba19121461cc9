'use client';

import type { Route } from 'next';
import type { CreditOffer } from '#components/store/checkout/credit-offer.ts';
import type { PayMethod } from '#components/store/checkout/pay-offers.ts';
import { goToPaymentPage, startPayment } from '#components/store/checkout/start-payment.ts';
import { mayCancel, mayPay } from '#components/store/order/may-cancel.ts';
import { Alert } from '#components/ui/alert.tsx';
import type { Locale } from '#lib/i18n/values.ts';
import type { PaymentNote } from '#lib/payments/attempts/payment-note.ts';
import type { Rail } from '#lib/payments/schemas/ledger.ts';
import type { OrderView } from '#lib/store/schemas/order.ts';
import { ApiProblem, post } from '#lib/web/api/api-client.ts';
import { problemText } from '#lib/web/i18n/problem-text.ts';
import { CancelOrder } from './cancel-order.tsx';
import { OrderAgain } from './order-again.tsx';
import type { Seen } from './order-polling.ts';
import type { OrderTexts } from './order-texts.ts';
import { PayOrder } from './pay-order.tsx';
import { useOrderCall, useOrderWatch } from './use-order-calls.ts';

type OrderActionsProps = {
  readonly order: OrderView;
  readonly credit: CreditOffer;
  readonly rails: readonly Rail[];
  readonly note: PaymentNote | null;
  readonly seen: Seen;
  readonly heldUntil: string | null;
  readonly locale: Locale;
  readonly links: { readonly [page in 'cart' | 'checkout' | 'order' | 'wallet']: Route };
  readonly texts: OrderTexts;
};

/** Shows the actions of the buyer on an order as a whole: pay, cancel, order again. */
export function OrderActions({ order, note, seen, links, locale, texts, ...paying }: OrderActionsProps) {
  const { isBusy, problem, run } = useOrderCall();
  useOrderWatch(order.id, seen);
  const isPayable = mayPay(order, note);
  const isCancelable = mayCancel(order);
  const isOver = order.status === 'completed' || order.status === 'canceled';
  const t = texts.orderActions;
  if (!isCancelable && !isOver && problem === null) return null;

  const pay = (way: PayMethod) =>
    run(async () => {
      const paymentUrl = await startPayment({ orderId: order.id, way, orderPage: links.order, locale }).catch(
        unlessDown,
      );
      if (paymentUrl === null) return null;
      goToPaymentPage(paymentUrl, links.order);
      return 'leaving';
    });

  return (
    <div className="flex flex-col gap-4">
      {problem !== null && <Alert kind="danger" role="alert" title={problemText(problem, texts.problems)} />}
      {isPayable && (
        <PayOrder
          {...paying}
          order={order}
          note={note}
          isBusy={isBusy}
          links={links}
          locale={locale}
          texts={t}
          ways={texts.payWays}
          onPay={pay}
        />
      )}
      <div className="flex flex-wrap gap-3 empty:hidden">
        {isCancelable && (
          <CancelOrder
            isBusy={isBusy}
            isPaying={order.payState === 'pending'}
            texts={t}
            onCancel={() => run(() => post(`/api/account/orders/${order.id}/cancel`))}
          />
        )}
        {isOver && order.lines.some(({ productId }) => productId !== null) && (
          <OrderAgain
            orderId={order.id}
            // A buyer whose order expired unpaid wants to pay, not to shop, so the button leads to the checkout.
            checkout={order.cancelReason === 'expired' ? links.checkout : null}
            cart={links.cart}
            texts={texts}
          />
        )}
      </div>
    </div>
  );
}

/** Ignores an unavailable gateway, because the order page shows the failed attempt. Rethrows other errors. */
function unlessDown(error: unknown): null {
  if (error instanceof ApiProblem && error.code === 'GatewayUnavailable') return null;
  throw error;
}
