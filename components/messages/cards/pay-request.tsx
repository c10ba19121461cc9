import type { Route } from 'next';
import { useState } from 'react';
import { useMessageTexts } from '#components/messages/message-texts.tsx';
import { useMessageAction } from '#components/messages/use-message-action.ts';
import type { PayMethod } from '#components/store/checkout/pay-offers.ts';
import { goToPaymentPage, startPayment } from '#components/store/checkout/start-payment.ts';
import { Button } from '#components/ui/button.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { fill } from '#lib/i18n/fill.ts';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { MessageView } from '#lib/messaging/schemas/message.ts';
import type { PlacedOrder } from '#lib/store/schemas/order.ts';
import { ApiProblem, post } from '#lib/web/api/api-client.ts';
import { CardButtons } from './card-frame.tsx';
import { payMethods } from './pay-methods.ts';

type PayRequestProps = { readonly message: Pick<MessageView, 'id' | 'conversationId'> };

/** Pays a seller's request inside the card: creates the order first, then offers the ways to pay it. */
export function PayRequest({ message }: PayRequestProps) {
  const { locale, links, messageCards: texts } = useMessageTexts();
  const [placed, setPlaced] = useState<PlacedOrder | null>(null);
  const [isPaid, setPaid] = useState(false);
  const { problem, isBusy, act } = useMessageAction();

  const begin = () =>
    act(async () => setPlaced(await post<PlacedOrder>(`/api/account/payment-requests/${message.id}/order`, {})));
  const pay = (orderId: string, way: PayMethod) =>
    act(async () => {
      const here = `${links.messages}/${message.conversationId}`;
      const paymentUrl = await startPayment({ orderId, way, orderPage: here, locale }).catch((error: unknown) => {
        // The order was canceled, so the next click creates another.
        if (error instanceof ApiProblem && error.code === 'OrderCanceled') setPlaced(null);
        throw error;
      });
      if (paymentUrl === null) setPaid(true);
      else goToPaymentPage(paymentUrl, here);
    });

  return (
    <>
      <p role="status" className="text-sm font-medium empty:hidden">
        {isPaid && texts.payThanks}
        {problem && <span className="text-danger">{problem}</span>}
      </p>
      {!isPaid && (
        <CardButtons>
          {placed === null ? (
            <Button busy={isBusy} onClick={begin}>
              {texts.payNow}
            </Button>
          ) : (
            <Ways placed={placed} isBusy={isBusy} onPay={(way) => pay(placed.order.id, way)} />
          )}
        </CardButtons>
      )}
    </>
  );
}

type WaysProps = {
  readonly placed: PlacedOrder;
  readonly isBusy: boolean;
  readonly onPay: (way: PayMethod) => void;
};

/** Shows the available ways to pay, or why there are none. The order remains, so the user can also pay later. */
function Ways({ placed: { order, rails }, isBusy, onPay }: WaysProps) {
  const { locale, links, messageCards: texts } = useMessageTexts();
  const { open, isShort } = payMethods(rails);
  const amount = moneyText(order.totalMinor, order.currency, locale);
  return (
    <>
      {open.map((way, at) => (
        <Button key={way} look={at === 0 ? 'primary' : 'secondary'} busy={isBusy} onClick={() => onPay(way)}>
          {fill(texts[`payBy_${way}`], { amount }, locale)}
        </Button>
      ))}
      {open.length === 0 && <p className="w-full text-sm text-muted">{isShort ? texts.payShort : texts.payNone}</p>}
      {isShort && (
        <LinkButton look="secondary" href={links.wallet}>
          {texts.payTopUp}
        </LinkButton>
      )}
      <LinkButton look="secondary" href={`${links.orders}/${order.id}` as Route}>
        {texts.payToOrder}
      </LinkButton>
    </>
  );
}
