import { expect, it } from 'vitest';
import { PaymentTransactions } from '#lib/payments/collections.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { payingShopper, placeOrder } from '#tests/support/paying.ts';
import { everyRow } from '#tests/support/world.ts';
import { findSale } from './find-sale.ts';

it('finds an order by number or id, a payment by reference and a buyer by id or address, and nothing by half a key', async () => {
  const ctx = await payingShopper();
  const { id, number } = await placeOrder(ctx);
  await payByCredit(ctx, id);
  const [payment] = await everyRow(ctx.data, PaymentTransactions);
  const found = (q: string) => findSale(ctx, q);

  expect(await found(` ${number.toLowerCase()} `)).toEqual({ orderId: id });
  expect(await found(id)).toEqual({ orderId: id });
  expect(await found(payment?.id ?? '')).toEqual({ orderReference: payment?.id });
  expect(await found(ctx.user.id)).toEqual({ userId: ctx.user.id });
  expect(await found(ctx.user.email.toUpperCase())).toEqual({ userId: ctx.user.id });
  for (const q of ['P000000000', number.slice(0, 8), 'usr_missing', 'ord_missing', 'a@plaza.test', 'two words', '../x'])
    expect(await found(q), q).toBeNull();
});
