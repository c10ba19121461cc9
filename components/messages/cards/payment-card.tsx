import { Banknote } from 'lucide-react';
import type { Route } from 'next';
import { useMessageTexts } from '#components/messages/message-texts.tsx';
import { useHasCome } from '#components/messages/use-has-come.ts';
import { whenText } from '#components/messages/when-text.ts';
import { Badge, type Tone } from '#components/ui/badge.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { fill } from '#lib/i18n/fill.ts';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { RichState } from '#lib/messaging/schemas/rich.ts';
import { CardButtons, CardFrame } from './card-frame.tsx';
import { PayRequest } from './pay-request.tsx';
import { TransitionButtons } from './transition-buttons.tsx';
import { type CardProps, useCard } from './use-card.ts';

type Status = RichState<'payment_request'>['status'];
const tones: Readonly<Record<Status, Tone>> = {
  open: 'accent',
  paid: 'success',
  canceled: 'neutral',
  declined: 'danger',
  expired: 'neutral',
  refunded: 'neutral',
};

/**
 * Shows a payment request. A seller's request can be paid in the card, and a request for an order links to that order.
 * For any other request the sender marks it as paid.
 */
export function PaymentCard({ message, me, act }: CardProps) {
  const { locale, links, timeZone, ...words } = useMessageTexts();
  const texts = words.messageCards;
  const { state, isBusy, problem, run } = useCard<'payment_request'>(message, me, act);
  const isLate = useHasCome(state.expiresAt);
  const status = state.status === 'open' && isLate ? 'expired' : state.status;
  const isOpen = status === 'open';
  const isMine = message.senderId === me;
  const { vendorId = null, paidOrderId = null, buyerId = null, orderId } = state;
  const isTaken = isOpen && paidOrderId !== null && buyerId !== me;

  return (
    <CardFrame
      icon={<Banknote aria-hidden />}
      kind={texts.kind_payment}
      title={<span className="text-2xl tabular-nums">{moneyText(state.amountMinor, state.currency, locale)}</span>}
      badge={<Badge tone={tones[status]}>{texts[`pay_${status}`]}</Badge>}
      problem={problem}
    >
      {state.purpose && <p>{state.purpose}</p>}
      {isOpen && state.expiresAt && (
        <p className="text-sm text-muted">
          {fill(texts.payableUntil, { at: whenText(state.expiresAt, { locale, timeZone }) }, locale)}
        </p>
      )}
      {isOpen && orderId === undefined && vendorId === null && (
        <p className="text-sm text-muted">{isMine ? texts.paySelfMine : texts.paySelf}</p>
      )}
      {isOpen && isMine && vendorId !== null && !isTaken && <p className="text-sm text-muted">{texts.payShopMine}</p>}
      {isTaken && <p className="text-sm text-muted">{texts.payBusy}</p>}
      {isOpen && !isMine && orderId === undefined && vendorId !== null && !isTaken && <PayRequest message={message} />}
      <CardButtons>
        {isOpen && !isMine && orderId !== undefined && (
          <LinkButton href={`${links.orders}/${orderId}` as Route}>{texts.payOrder}</LinkButton>
        )}
        {!isOpen && paidOrderId !== null && buyerId === me && (
          <LinkButton look="secondary" href={`${links.orders}/${paidOrderId}` as Route}>
            {texts.payToOrder}
          </LinkButton>
        )}
        <TransitionButtons message={message} state={{ ...state, status }} me={me} isBusy={isBusy} onTransition={run} />
      </CardButtons>
    </CardFrame>
  );
}
