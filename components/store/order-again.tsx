'use client';

import type { Route } from 'next';
import { useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import type { OrderAgain as Again } from '#lib/store/schemas/cart.ts';
import { post } from '#lib/web/api-client.ts';
import { problemText } from '#lib/web/i18n/problem-text.ts';
import { useCart } from './cart-provider.tsx';
import type { OrderTexts } from './order-texts.ts';

type OrderAgainProps = { readonly orderId: string; readonly cart: Route; readonly texts: OrderTexts };

/** Puts the same things into the cart once more, as far as they can still be had. */
export function OrderAgain({ orderId, cart, texts }: OrderAgainProps) {
  const { store } = useCart();
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ text: string; isProblem: boolean } | null>(null);

  const again = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      await store.settled();
      const { clamped } = await post<Again>(`/api/account/orders/${orderId}/again`);
      await store.reload();
      setOutcome({
        text: clamped.length > 0 ? texts.orderActions.againShort : texts.orderActions.againDone,
        isProblem: false,
      });
    } catch (error) {
      setOutcome({ text: problemText(error, texts.problems), isProblem: true });
    }
    setBusy(false);
  };

  return (
    <>
      <Button look="secondary" busy={isBusy} onClick={() => void again()}>
        {texts.orderActions.again}
      </Button>
      {outcome && (
        <div className="w-full">
          <Alert
            kind={outcome.isProblem ? 'danger' : 'success'}
            role="status"
            title={outcome.text}
            action={
              !outcome.isProblem && (
                <LinkButton href={cart} prefetch={false} size="small" look="secondary">
                  {texts.orderActions.toCart}
                </LinkButton>
              )
            }
          />
        </div>
      )}
    </>
  );
}
