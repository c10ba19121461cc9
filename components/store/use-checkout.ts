'use client';

import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { ApiProblem } from '#lib/web/api-client.ts';
import { openStorage } from '#lib/web/browser-storage.ts';
import { forgetCheckoutKey } from '#lib/web/checkout-key.ts';
import { forgetHold } from '#lib/web/hold.ts';
import { useCart } from './cart-provider.tsx';
import { type CheckoutNotice, type Draft, noticeOf, placeAndPay } from './place-and-pay.ts';
import { useHold } from './use-hold.ts';

const session = () => openStorage(() => window.sessionStorage);

/**
 * The course of a checkout: the things are set aside on arrival, one press buys them, and whatever stands in the way is
 * said with the step that goes on from there.
 */
export function useCheckout(orderPage: (orderId: string) => Route) {
  const router = useRouter();
  const { cart, store } = useCart();
  const { hold, renew } = useHold();
  const running = useRef(false);
  const [isPaying, setPaying] = useState(false);
  const [isDone, setDone] = useState(false);
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

  const pay = async (draft: Draft) => {
    if (running.current) return;
    running.current = true;
    setPaying(true);
    show(null);
    try {
      await store.settled();
      const orderId = await placeAndPay(draft, session());
      forgetCheckoutKey(session());
      forgetHold(session());
      setDone(true);
      router.push(orderPage(orderId));
      void store.reload();
    } catch (error) {
      const refusal = noticeOf(error, draft.items);
      if (refusal.kind === 'price') setRound((before) => before + 1);
      if (refusal.kind === 'stale-key') forgetCheckoutKey(session());
      show(refusal);
    } finally {
      running.current = false;
      setPaying(false);
    }
  };

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

  return { isPaying, isDone, notice, show, hold, renew, round, pay, takeLess };
}
