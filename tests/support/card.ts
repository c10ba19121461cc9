import { amountText } from '#lib/core/money.ts';
import { minutesFrom } from '#lib/core/time.ts';
import { PaymentTransactions } from '#lib/payments/collections.ts';
import type { LedgerRow } from '#lib/payments/schemas/ledger.ts';
import type { Overrides } from '#tests/support/context.ts';
import { payingShopper, placeOrder, startCard } from '#tests/support/paying.ts';
import { scriptedGateway } from '#tests/support/scripted-gateway.ts';

type Shop = Overrides & { readonly units?: Readonly<Record<string, number>> };

/** Returns a shopper in a shop with a scripted card gateway. */
export async function cardShop(shop: Shop = {}) {
  const gateway = scriptedGateway();
  const ctx = await payingShopper({ ...shop, cardGateway: gateway.gateway });
  return { ctx, gateway };
}
export type CardShop = Awaited<ReturnType<typeof cardShop>>;

/** Starts an attempt by card that is due in a minute; `opened` says whether the gateway knows of it. */
export async function startAtGateway(
  { ctx, gateway }: CardShop,
  { orderId, opened = true }: { readonly orderId?: string; readonly opened?: boolean } = {},
): Promise<LedgerRow> {
  const started = await startCard(ctx, orderId ?? (await placeOrder(ctx)).id);
  const { orderReference, purpose, amountMinor, currency, locale } = started;
  const requestedAt = ctx.now();
  const signed = {
    merchantAccount: gateway.gateway.merchantAccountOf(purpose),
    orderDate: Math.floor(requestedAt.getTime() / 1000),
    amountText: amountText(amountMinor, currency),
  };
  const row = { ...started, signed, nextCheckAt: minutesFrom(requestedAt, 1) };
  await ctx.data.set(PaymentTransactions, orderReference, row);
  const payer = { name: '', email: '', phone: '' };
  const urls = { returnUrl: 'https://plaza.test/pay/return', serviceUrl: 'https://plaza.test/webhook' };
  if (opened)
    await gateway.gateway.start({
      purpose,
      orderReference,
      requestedAt,
      amountMinor,
      currency,
      lines: [],
      locale,
      payer,
      ...urls,
    });
  gateway.calls.length = 0;
  return row;
}

/** Returns the attempt as it is stored now. */
export const stored = async ({ ctx }: CardShop, { orderReference }: Pick<LedgerRow, 'orderReference'>) =>
  (await ctx.data.need(PaymentTransactions, orderReference)).data;
