import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useCart } from '#components/store/cart/cart-provider.tsx';
import { useHold } from '#components/store/cart/use-hold.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { CartLine } from '#lib/store/schemas/cart.ts';
import { ApiProblem } from '#lib/web/api/api-client.ts';
import { openStorage } from '#lib/web/browser-storage.ts';
import type { CartStore } from '#lib/web/cart/cart-store.ts';
import { findCheckoutKey } from '#lib/web/cart/checkout-key.ts';
import { clearHold } from '#lib/web/cart/hold.ts';
import type { PayMethod } from './pay-offers.ts';
import {
  type CheckoutNotice,
  type Draft,
  findPlaced,
  noticeOf,
  type Placed,
  placeAndPay,
  unpaid,
} from './place-and-pay.ts';
import { goToPaymentPage, startPayment } from './start-payment.ts';

type Checkout = {
  readonly userId: string;
  readonly orderPage: (orderId: string) => Route;
  readonly locale: Locale;
};

/**
 * Runs the checkout. The items are put on hold on arrival, and one press orders them. If a step fails, a notice offers
 * the next step.
 */
export function useCheckout({ userId, orderPage, locale }: Checkout) {
  const router = useRouter();
  const { cart, store } = useCart();
  const { hold, renew } = useHold();
  // Opened once: if the browser blocks storage, the fallback keeps the data in memory while this page is open.
  const [storage] = useState(() => openStorage(() => window.sessionStorage));
  const running = useRef(false);
  const [isPaying, setPaying] = useState(false);
  /** The ordered lines, shown until the order page opens. The cart itself is empty by then. */
  const [ordered, setOrdered] = useState<readonly CartLine[] | null>(null);
  const [notice, show] = useState<CheckoutNotice | null>(null);
  /** Increases each time the prices must be loaded again. */
  const [round, setRound] = useState(0);

  // A cart from before sign-in must be saved before it can be held.
  const arrived = useRef(false);
  useEffect(() => {
    if (!cart.inStep || arrived.current || cart.lines.length === 0) return;
    arrived.current = true;
    renew().catch((error: unknown) => {
      if (error instanceof ApiProblem && error.code === 'InsufficientStock') show(noticeOf(error, cart.lines));
    });
  }, [cart.inStep, cart.lines, renew]);

  /**
   * Runs `work`, which may find or place an order of these lines, and then leaves for the order. Only one `work` runs
   * at a time.
   */
  const run = async (lines: readonly CartLine[], work: () => Promise<Placed | null>) => {
    if (running.current) return;
    running.current = true;
    setPaying(true);
    show(null);
    try {
      const placed = await work();
      if (placed) return leaveFor(placed, lines);
    } catch (error) {
      refuse(error, lines);
    }
    running.current = false;
    setPaying(false);
  };

  const leaveFor = ({ orderId, paymentUrl }: Placed, lines: readonly CartLine[]) => {
    clearHold(storage);
    setOrdered(lines);
    if (paymentUrl !== null) return goToPaymentPage(paymentUrl, orderPage(orderId));
    router.push(orderPage(orderId));
    void store.reload();
  };

  const refuse = (error: unknown, lines: readonly CartLine[]) => {
    const refusal = noticeOf(error, lines);
    if (refusal.kind === 'price') setRound((before) => before + 1);
    // The server orders its own cart, which another tab or device may have changed since it was shown here.
    const isBehind = error instanceof ApiProblem && ['PriceChanged', 'CartEmpty'].includes(error.code);
    if (isBehind) void store.reload();
    show(refusal);
  };

  const pay = (draft: Draft, lines: readonly CartLine[], way: PayMethod) =>
    run(lines, async () => {
      await save(store);
      return placeAndPay(draft, { userId, storage }, (orderId) =>
        startPayment({ orderId, way, orderPage: orderPage(orderId), locale }),
      );
    });

  // After a lost response and a reload, the items are ordered and no longer in the cart. Only this tab knows the key of
  // the order.
  const look = useEffectEvent(() => {
    if (!findCheckoutKey(storage, userId)) return;
    void run([], async () => {
      const found = await findPlaced({ userId, storage });
      return found && unpaid(found);
    });
  });
  const isEmpty = cart.inStep && cart.lines.length === 0;
  useEffect(() => {
    if (isEmpty) look();
  }, [isEmpty]);

  /** Reduces the cart to the available quantities, places a hold and shows the new total. */
  const takeLess = async () => {
    if (notice?.kind !== 'short') return;
    await store.reduceToAvailable(notice.details);
    store.seen();
    show(null);
    setRound((before) => before + 1);
    await renew().catch(() => undefined); // the order checks the stock again; the hold is optional
    router.refresh();
  };

  return { isPaying, ordered, notice, show, hold, renew, round, pay, takeLess };
}

/** Saves the cart of this tab, because the server orders its saved cart. Throws when the cart cannot be saved. */
async function save(store: CartStore): Promise<void> {
  const isBehind = () => store.state().ready && !store.state().inStep;
  await store.settled();
  if (isBehind()) await store.retry();
  if (isBehind()) throw store.state().problem ?? new Error('The cart could not be saved');
}
