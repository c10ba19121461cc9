import type { Locale } from '#lib/i18n/values.ts';
import type { CardPayment } from '#lib/payments/schemas/card-payment.ts';
import { post } from '#lib/web/api/api-client.ts';
import type { PayMethod } from './pay-offers.ts';

type Start = {
  readonly orderId: string;
  readonly way: PayMethod;
  /** The page the gateway returns the buyer to, in the language of this page. */
  readonly orderPage: string;
  readonly locale: Locale;
};

/**
 * Pays an order from the balance, or returns the payment page of the gateway. The same page is returned while it is
 * still open.
 */
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
 * Opens the payment page of the gateway. The Back button of the browser then leads to the order. This also works when
 * the browser restores this page from its back/forward cache.
 */
export function goToPaymentPage(paymentUrl: string, orderPage: string): void {
  // The current history state is kept. The router would treat any other state as its own navigation and try to render
  // that page.
  window.history.replaceState(window.history.state, '', orderPage);
  window.addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload());
  window.location.assign(paymentUrl);
}
