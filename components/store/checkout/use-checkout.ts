'use client';

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
import { forgetHold } from '#lib/web/cart/hold.ts';
import type { PayWay } from './pay-offers.ts';
import {
  type CheckoutNotice,
  type Draft,
  findPlaced,
  noticeOf,
  type Placed,
  placeAndPay,
  unpaid,
} from './place-and-pay.ts';
import { leaveToPay, startPayment } from './start-payment.ts';

type Checkout = {
  readonly userId: string;
  readonly orderPage: (orderId: string) => Route;
  readonly locale: Locale;
};

/**
 * The course of a checkout: the things are set aside on arrival, one press buys them, and whatever stands in the way is
 * said with the step that goes on from there.
 */
export function useCheckout({ userId, orderPage, locale }: Checkout) {
  const router = useRouter();
  const { cart, store } = useCart();
  const { hold, renew } = useHold();
  // Opened once: where the browser lets nothing be kept, it remembers for as long as this page stands.
  const [storage] = useState(() => openStorage(() => window.sessionStorage));
  const running = useRef(false);
  const [isPaying, setPaying] = useState(false);
  /** What has been ordered, as it is shown until the page of the order is there; the cart itself is empty by then. */
  const [ordered, setOrdered] = useState<readonly CartLine[] | null>(null);
  const [notice, show] = useState<CheckoutNotice | null>(null);
  /** Grows when prices have to be asked anew. */
  const [round, setRound] = useState(0);

  // A cart that came along from before the sign-in has to be saved before it can be held.
  const arrived = useRef(false);
  useEffect(() => {
    if (!cart.inStep || arrived.current || cart.lines.length === 0) return;
    arrived.current = true;
    renew().catch((error: unknown) => {
      if (error instanceof ApiProblem && error.code === 'InsufficientStock') show(noticeOf(error, cart.lines));
    });
  }, [cart.inStep, cart.lines, renew]);

  /** Does what may find or make an order of these lines, and goes on from there; only ever one at a time. */
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
    forgetHold(storage);
    setOrdered(lines);
    if (paymentUrl !== null) return leaveToPay(paymentUrl, orderPage(orderId));
    router.push(orderPage(orderId));
    void store.reload();
  };

  const refuse = (error: unknown, lines: readonly CartLine[]) => {
    const refusal = noticeOf(error, lines);
    if (refusal.kind === 'price') setRound((before) => before + 1);
    // What is ordered is the cart on the server: another tab or device may have changed it since it was shown here.
    const isBehind = error instanceof ApiProblem && ['PriceChanged', 'CartEmpty'].includes(error.code);
    if (isBehind) void store.reload();
    show(refusal);
  };

  const pay = (draft: Draft, lines: readonly CartLine[], way: PayWay) =>
    run(lines, async () => {
      await save(store);
      return placeAndPay(draft, { userId, storage }, (orderId) =>
        startPayment({ orderId, way, orderPage: orderPage(orderId), locale }),
      );
    });

  // A reload after a lost answer: the things are ordered and gone from the cart, and only this tab knows of the order.
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

  /** Leaves in the cart what can be had, sets it aside and shows the new sum. */
  const takeLess = async () => {
    if (notice?.kind !== 'short') return;
    await store.giveWay(notice.details);
    store.seen();
    show(null);
    setRound((before) => before + 1);
    await renew().catch(() => undefined); // the order itself decides; a hold is a courtesy
    router.refresh();
  };

  return { isPaying, ordered, notice, show, hold, renew, round, pay, takeLess };
}

/** What stands in the cart here has to be on the server before an order is made of it. */
async function save(store: CartStore): Promise<void> {
  const isBehind = () => store.state().ready && !store.state().inStep;
  await store.settled();
  if (isBehind()) await store.retry();
  if (isBehind()) throw store.state().problem ?? new Error('The cart could not be saved');
}
