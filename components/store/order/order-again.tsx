import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useCart } from '#components/store/cart/cart-provider.tsx';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import type { OrderAgain as Again } from '#lib/store/schemas/cart.ts';
import { post } from '#lib/web/api/api-client.ts';
import { problemText } from '#lib/web/i18n/problem-text.ts';
import type { OrderTexts } from './order-texts.ts';

type OrderAgainProps = {
  readonly orderId: string;
  /** The page to open at once when all items are available; null to stay here. */
  readonly checkout: Route | null;
  readonly cart: Route;
  readonly texts: OrderTexts;
};

/** Shows a button that adds the items of an order to the cart again, as far as they are available. */
export function OrderAgain({ orderId, checkout, cart, texts }: OrderAgainProps) {
  const router = useRouter();
  const { store } = useCart();
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ text: string; isProblem: boolean } | null>(null);

  const again = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      await store.settled();
      const { clamped } = await post<Again>(`/api/account/orders/${orderId}/again`);
      await store.reload(clamped.map(({ id, wanted, got }) => ({ id, wanted, left: got })));
      if (checkout !== null && clamped.length === 0) return router.push(checkout);
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
                <LinkButton href={cart} size="small" look="secondary">
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
