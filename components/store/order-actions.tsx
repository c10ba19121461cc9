'use client';

import type { Route } from 'next';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import type { Locale } from '#lib/auth/values.ts';
import type { OrderView } from '#lib/store/schemas/order.ts';
import { post } from '#lib/web/api-client.ts';
import { problemText } from '#lib/web/i18n/problem-text.ts';
import { CancelOrder } from './cancel-order.tsx';
import type { CreditOffer } from './credit-offer.ts';
import { OrderAgain } from './order-again.tsx';
import type { OrderTexts } from './order-texts.ts';
import { PayOrder } from './pay-order.tsx';
import { useOrderCall, useOrderWatch } from './use-order-calls.ts';

type OrderActionsProps = {
  readonly order: OrderView;
  readonly credit: CreditOffer;
  readonly heldUntil: string | null;
  readonly locale: Locale;
  readonly links: { readonly cart: Route };
  readonly texts: OrderTexts;
};

/** What its buyer can do with an order just now: pay, cancel, confirm, order again. */
export function OrderActions({ order, credit, heldUntil, locale, links, texts }: OrderActionsProps) {
  const { isBusy, problem, run } = useOrderCall();
  const isUnderWay = useOrderWatch(order);
  const isOpen = order.status === 'new' && order.payState === 'unpaid';
  const isOver = order.status === 'completed' || order.status === 'canceled';
  const t = texts.orderActions;
  if (!isOpen && !isOver && !isUnderWay && order.status !== 'shipped' && problem === null) return null;

  return (
    <div className="flex flex-col gap-4">
      {isUnderWay && <Alert role="status" title={t.waiting} />}
      {problem !== null && <Alert kind="danger" role="alert" title={problemText(problem, texts.problems)} />}
      {isOpen && (
        <PayOrder
          order={order}
          credit={credit}
          heldUntil={heldUntil}
          isBusy={isBusy}
          locale={locale}
          texts={t}
          onPay={() => run(() => post('/api/store/payments/credit', { orderId: order.id }))}
        />
      )}
      <div className="flex flex-wrap gap-3 empty:hidden">
        {order.status === 'shipped' && (
          <Button busy={isBusy} onClick={() => run(() => post(`/api/account/orders/${order.id}/received`))}>
            {t.received}
          </Button>
        )}
        {isOpen && (
          <CancelOrder
            isBusy={isBusy}
            texts={t}
            onCancel={() => run(() => post(`/api/account/orders/${order.id}/cancel`))}
          />
        )}
        {isOver && <OrderAgain orderId={order.id} cart={links.cart} texts={texts} />}
      </div>
    </div>
  );
}
