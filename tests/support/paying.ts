import type { Context, UserContext } from '#lib/context/context.ts';
import { minutesFrom } from '#lib/core/time.ts';
import { attemptsOf, handlerOf, newAttempt, supersede } from '#lib/payments/attempts/ledger.ts';
import type { Due } from '#lib/payments/attempts/pay-at-once.ts';
import { payStateOf } from '#lib/payments/attempts/pay-state.ts';
import { byOf } from '#lib/payments/attempts/transitions.ts';
import { PaymentTransactions, Settlements } from '#lib/payments/collections.ts';
import { grantCredit } from '#lib/payments/credit/credit.ts';
import type { LedgerRow } from '#lib/payments/schemas/ledger.ts';
import { checkOut } from '#lib/store/checkout/checkout.ts';
import { changeOrderStatus } from '#lib/store/orders/change-order-status.ts';
import type { OrderView } from '#lib/store/schemas/order.ts';
import { makePayout } from '#lib/store/vendors/payouts.ts';
import { asUser, type Overrides, type TestContext, testContext } from '#tests/support/context.ts';
import { stockShop } from '#tests/support/shop.ts';
import { everyRow } from '#tests/support/world.ts';

type Shop = Overrides & { readonly units?: Readonly<Record<string, number>>; readonly creditMinor?: number };

/** Returns a shopper with credit, in a shop that accepts credit for every currency. */
export async function payingShopper({ units = { mug: 10 }, creditMinor = 1_000_000, vars, ...world }: Shop = {}) {
  const ctx = await testContext({
    ...world,
    vars: { PAYMENT_CREDIT_BALANCE_ACCEPTED_ORDER_CURRENCIES: 'UAH,EUR,USD', ...vars },
  });
  await stockShop(ctx, units);
  return withCredit(await asUser(ctx), creditMinor);
}

export async function withCredit<C extends UserContext>(ctx: C, creditMinor: number): Promise<C> {
  if (creditMinor > 0) await grantCredit(ctx, ctx.user.id, creditMinor, 'test');
  return ctx;
}

/** Returns another shopper in the same shop. */
export const anotherShopper = async (ctx: TestContext, creditMinor = 1_000_000) =>
  withCredit(await asUser(ctx), creditMinor);

/** Places an order of the given units: `await placeOrder(ctx, { mug: 2 })`. */
export async function placeOrder(
  ctx: UserContext,
  units: Readonly<Record<string, number>> = { mug: 1 },
  currency?: string,
): Promise<OrderView> {
  const items = Object.entries(units).map(([id, qty]) => ({ id, qty }));
  const input = { items, ...(currency && { currency }) };
  const placed = await checkOut(ctx, { input });
  if (placed.kind === 'refusal') throw placed.error;
  return placed.body.order;
}

/** Starts an attempt by card as a gateway's rail would: inserts its row and supersedes earlier open attempts. */
export async function startCard(ctx: Context, orderId: string): Promise<LedgerRow> {
  const by = byOf(ctx);
  const handler = handlerOf(ctx, 'store_order');
  return ctx.data.tx(
    async (t) => {
      const payable = await handler.find(t, orderId);
      if (!payable) throw new Error(`no order ${orderId}`);
      const attempts = await attemptsOf(t, payable);
      const n = attempts.length + 1;
      const draft = newAttempt(payable, { purpose: 'store_order', processor: 'cardgw', n, at: by.at });
      const state = await handler.read(t, draft, new Date(by.at));
      const row: LedgerRow = { ...draft, status: 'pending', ...pageOpenedAt(by.at) };
      const payState = payStateOf([...supersede(t, attempts, by.at), row]);
      handler.moved(t, row, state, { ...by, from: null, failed: null, payState });
      t.create(PaymentTransactions, row.orderReference, row);
      return row;
    },
    { lane: `orders/${orderId}` },
  );
}

/** Returns the times of an attempt whose page opened at `at`: payable for 25 minutes, first checked after one. */
const pageOpenedAt = (at: string) => ({
  expiresAt: minutesFrom(new Date(at), 25),
  nextCheckAt: minutesFrom(new Date(at), 1),
});

/** Cancels an order as an admin does. */
export const cancelOrder = (ctx: UserContext, orderId: string) =>
  changeOrderStatus(ctx, orderId, { status: 'canceled' });

/** Records a payout of everything payable in the currency of the first payable settlement. */
export async function payOutAll(ctx: UserContext): Promise<void> {
  const rows = (await everyRow(ctx.data, Settlements)).filter(({ data }) => data.state === 'payable' && !data.blocked);
  const [first] = rows;
  if (!first) return;
  const { vendorId, currency } = first.data;
  const settlementIds = rows.filter(({ data }) => data.currency === currency).map(({ id }) => id);
  await makePayout(ctx, { vendorId, settlementIds, bankReference: 'A transfer' });
}

/** Starts an attempt by card for a wallet or a membership, as a gateway's rail would. */
export async function startAccountCard(ctx: Context, { purpose, lane, find }: Due): Promise<LedgerRow> {
  const by = byOf(ctx);
  return ctx.data.tx(
    async (t) => {
      const { payable, attempts } = await find(t);
      const n = attempts.length + 1;
      const draft = newAttempt(payable, { purpose, processor: 'cardgw', n, at: by.at });
      const row: LedgerRow = { ...draft, status: 'pending', ...pageOpenedAt(by.at) };
      supersede(t, attempts, by.at);
      t.create(PaymentTransactions, row.orderReference, row);
      return row;
    },
    { lane },
  );
}
