import type { Locale } from '#lib/i18n/values.ts';
import type { CardPayment } from '#lib/payments/schemas/card-payment.ts';
import { post } from '#lib/web/api/api-client.ts';
import type { PayWay } from './pay-offers.ts';

type Start = {
  readonly orderId: string;
  readonly way: PayWay;
  /** Where the gateway leads the buyer back to, in the language of this page. */
  readonly orderPage: string;
  readonly locale: Locale;
};

/** Pays an order, or answers the page of the gateway to pay it on: the same one as long as it can be paid on. */
export async function startPayment({ orderId, way, orderPage, locale }: Start): Promise<string | null> {
  switch (way) {
    case 'credit':
      await post('/api/store/payments/credit', { orderId });
      return null;
    case 'cardgw': {
      const asked = { orderId, returnUrl: orderPage, locale: locale.toUpperCase() };
      return (await post<CardPayment>('/api/store/payments/cardgw', asked)).paymentUrl;
    }
  }
}

/**
 * Goes to the page of the gateway. Whoever comes back from it by the browser's own arrow finds the order, also where the
 * browser has kept the page as it was left.
 */
export function leaveToPay(paymentUrl: string, orderPage: string): void {
  // With the state it has: the router takes any other for a move of its own, and looks for the page to show.
  window.history.replaceState(window.history.state, '', orderPage);
  window.addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload());
  window.location.assign(paymentUrl);
}
