import { describe, expect, it } from 'vitest';
import { orderStatuses } from '#lib/context/ports/values.ts';
import { locales } from '#lib/i18n/values.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { cancelReasons, orderEventKinds } from '#lib/store/values.ts';
import { payingShopper, placeOrder } from '#tests/support/paying.ts';
import { IN_DOUBT, textOfEvent } from './order-texts.ts';
import { getOwnOrder, viewOfOrder } from './orders.ts';

describe('the timeline of an order', () => {
  it('shows the buyer’s events in each language and hides internal events', async () => {
    const shopper = await payingShopper();
    const { id } = await placeOrder(shopper);
    await payByCredit(shopper, id);
    const row = await getOwnOrder(shopper, id);

    const timelines = await Promise.all(locales.map((locale) => viewOfOrder({ ...shopper, locale }, row)));

    expect(timelines.map(({ timeline }) => timeline?.map(({ text }) => text))).toEqual([
      ['Order placed', 'Payment received'],
      ['Замовлення оформлено', 'Оплату отримано'],
      ['Заказ оформлен', 'Оплата получена'],
    ]);
  });

  it('has a distinct text for every step in every language', () => {
    for (const locale of locales) {
      const steps = [
        ...orderEventKinds.filter((kind) => kind !== 'status').map((kind) => ({ kind, to: null, data: {} })),
        ...orderStatuses.map((to) => ({ kind: 'status' as const, to, data: {} })),
        ...cancelReasons.map((because) => ({ kind: 'canceled' as const, to: 'canceled', data: { because } })),
        { kind: 'payment_failed' as const, to: null, data: { because: IN_DOUBT } },
      ];
      const texts = steps.map((step) => textOfEvent(step, locale)).filter((text) => text !== null);

      expect(texts).toHaveLength(12 + orderStatuses.length + cancelReasons.length);
      expect(new Set(texts).size).toBe(texts.length);
    }
  });
});
