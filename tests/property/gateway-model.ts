import { POST as callBack } from '#app/api/payments/cardgw/webhook/route.ts';
import type { Context, UserContext } from '#lib/context/context.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { AppError, codeOf } from '#lib/core/errors.ts';
import { HOUR_MS, MINUTE_MS } from '#lib/core/time.ts';
import { paymentStatusOf } from '#lib/payments/attempts/payment-status.ts';
import { auditMoney } from '#lib/payments/audit/audit.ts';
import type { Finding } from '#lib/payments/audit/findings.ts';
import { payOrderByCard } from '#lib/payments/cards/pay-order-by-card.ts';
import { Callbacks } from '#lib/payments/collections.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import type { CardGateway } from '#lib/payments/ports.ts';
import { auditOrders } from '#lib/store/audit/order.ts';
import { auditStock } from '#lib/store/audit/stock.ts';
import { changeOrderStatus } from '#lib/store/orders/change-order-status.ts';
import { expireOrders } from '#lib/store/orders/expiry.ts';
import { openGateway } from '#services/card-gateway/gateway.ts';
import { call } from '#tests/support/call.ts';
import { openClock, type TestClock } from '#tests/support/clock.ts';
import type { TestContext } from '#tests/support/context.ts';
import { followUp } from '#tests/support/follow-up.ts';
import { auditAccepts, auditExcess, auditGateway } from '#tests/support/gateway-books.ts';
import { type Callback, type Customer, openCustomer, type ToldPayment } from '#tests/support/gateway-customer.ts';
import { vectorAccounts } from '#tests/support/gateway-shapes.ts';
import { anotherShopper, payingShopper, placeOrder } from '#tests/support/paying.ts';
import { everyRow, readMoney, readWorld } from '#tests/support/world.ts';
import { ahead, type Step } from './gateway-steps.ts';

type Shopper = TestContext & UserContext;
/** How the shop responds to a callback. */
export type TakeCallback = (ctx: Context, callback: Callback) => Promise<{ status: number; body: string }>;

/**
 * A small shop whose card gateway is the demo's. Requests and callbacks go over HTTP, and both sides share one clock.
 */
export type Model = {
  readonly customer: Customer;
  readonly clock: TestClock;
  readonly gateway: CardGateway;
  readonly shoppers: readonly [Shopper, Shopper];
  readonly orders: { readonly by: Shopper; readonly id: string }[];
  /** Payments about which the gateway has lied. */
  readonly lied: Set<string>;
};

/** Handles a callback as the product does: by its route. */
const byRoute: TakeCallback = async (_ctx, { body, contentType }) => {
  const headers = { 'content-type': contentType, 'sec-fetch-site': 'cross-site' };
  const reply = await call(callBack, { raw: body, headers });
  return { status: reply.status, body: reply.text };
};

const quick = { connectMs: 1_000, idleMs: 1_000, totalMs: 1_000 };
const limits = { purchase: quick, CHECK_STATUS: quick, REFUND: quick, SETTLE: quick, TRANSACTION_LIST: quick };

/** Opens the shop with one order whose page is open at the gateway. */
export async function openModel(take: TakeCallback = byRoute): Promise<Model> {
  const clock = openClock();
  const customer = await openCustomer({ now: clock.now });
  const at = `http://127.0.0.1:${customer.gateway.port}`;
  const gateway = openGateway({ accounts: vectorAccounts, payUrl: `${at}/pay`, apiUrl: `${at}/api` }, limits);
  const { origin } = customer.shop;
  const units = { mug: 3, lamp: 1 };
  const shop = await payingShopper({ now: clock.now, cardGateway: gateway, origin, units, creditMinor: 30_000 });
  installRuntime(shop);
  customer.shop.answer = (callback) => take(shop, callback);
  const shoppers = [shop, await anotherShopper(shop, 30_000)] as const;
  const model: Model = { customer, clock, gateway, shoppers, orders: [], lied: new Set() };
  await perform(model, { do: 'order', who: 0, product: 'mug', currency: 'UAH' });
  await perform(model, { do: 'press', which: 0 });
  return model;
}

export async function closeModel({ customer, shoppers }: Model): Promise<void> {
  await customer.close();
  await shoppers[0].data.close();
}

const pick = <T>(list: readonly T[], which: number): T | undefined => list.at(-1 - (which % Math.max(1, list.length)));

/** Ignores a refusal, and a gateway that does not respond; any other error is a bug. */
async function refusable(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isRefusal = error instanceof AppError && error.status < 500;
    if (!isRefusal && codeOf(error) !== 'GatewayUnavailable') throw error;
  }
}

/** Performs one step to its end: afterwards only callbacks that are held back are pending. */
export async function perform(model: Model, step: Step): Promise<void> {
  const { customer, clock, shoppers, orders } = model;
  const [shop] = shoppers;
  const order = 'which' in step ? pick(orders, step.which) : undefined;
  switch (step.do) {
    case 'order': {
      const by = shoppers[step.who === 0 ? 0 : 1];
      return refusable(async () => {
        const { id } = await placeOrder(by, { [step.product]: 1 }, step.currency);
        orders.push({ by, id });
      });
    }
    case 'press':
      return refusable(async () => order && payOrderByCard(order.by, { orderId: order.id }));
    case 'poll':
      return refusable(async () => order && paymentStatusOf(order.by, order.id));
    case 'credit':
      return refusable(async () => order && payByCredit(order.by, order.id));
    case 'move':
      return refusable(async () => order && changeOrderStatus(shoppers[1], order.id, { status: step.to }));
    case 'say':
    case 'replay':
    case 'claim':
      return tell(model, step);
    case 'trouble':
      return void (await customer.control({ do: 'answer', on: step.on, fault: step.fault }));
    case 'refund':
      return void (await customer.control({ do: 'refund', outcome: step.outcome }));
    case 'flush':
      return void (await customer.control({ do: 'flush' }));
    case 'release':
      return void (await customer.control({ do: 'release', isReversed: step.isReversed }));
    case 'wait':
      return clock.advance(step.minutes * MINUTE_MS);
    case 'expire':
      return void (await expireOrders(shop));
    case 'follow':
      return followUpOn(model);
    case 'rush':
      await Promise.all([
        customer.control({ do: 'flush' }),
        customer.control({ do: 'release', isReversed: true }),
        perform(model, { do: 'poll', which: step.which }),
        expireOrders(shop),
        followUpOn(model),
      ]);
  }
}

/** Follows everything up, and lets the gateway report the changes. */
async function followUpOn({ customer, shoppers }: Model): Promise<void> {
  await followUp(shoppers[0]);
  await customer.control({ do: 'flush' });
}

/** Changes the gateway's state of a payment, or makes the gateway report something about it. */
async function tell({ customer, lied }: Model, step: Extract<Step, { do: 'say' | 'replay' | 'claim' }>): Promise<void> {
  const payment = pick(await customer.payments(), step.which);
  if (!payment) return;
  const { orderReference } = payment;
  switch (step.do) {
    case 'say': {
      const ways = ahead[payment.status] ?? [];
      const status = ways[step.wish % ways.length] ?? payment.status;
      const { fault } = step;
      // A fault that no callback took would wait for the next one, which then arrives while the rules are checked.
      if (!step.isSilent) {
        if (fault.wrong === 'amount' || fault.wrong === 'currency') lied.add(orderReference);
        await customer.control({ do: 'news', orderReference, fault });
      }
      await customer.control({ do: 'say', orderReference, status, isSilent: step.isSilent });
      if (fault.delayMs === undefined) await customer.control({ do: 'flush' });
      return;
    }
    case 'replay':
      await customer.control({ do: 'replay', orderReference, ...(step.status && { status: step.status }) });
      await customer.control({ do: 'flush' });
      return;
    case 'claim': {
      const verdict = step.status === null ? null : { status: step.status };
      if (verdict) lied.add(orderReference);
      await customer.control({ do: 'claim', orderReference, verdict });
    }
  }
}

/** Returns every violation of what must hold after each step, whatever the gateway has reported. */
export async function findingsIn({ customer, shoppers, gateway }: Model): Promise<readonly Finding[]> {
  const payments = await customer.payments();
  const world = await readWorld(shoppers[0].data);
  return [...auditMoney(world), ...auditStock(world), ...auditOrders(world), ...auditAccepts(payments, world, gateway)];
}

/**
 * Lets the gateway stop lying and time pass, and returns what is still wrong. At first the gateway reports nothing new:
 * every attempt that is still watched must come to its end by status checks. Then the gateway repeats what was lost, as
 * it does for days, and the rest must follow.
 */
export async function settleDown(model: Model): Promise<readonly unknown[]> {
  const { customer, clock, shoppers, lied } = model;
  const [shop] = shoppers;
  await customer.control({ do: 'reset' });
  for (const { orderReference, claimed } of await customer.payments())
    if (claimed) await customer.control({ do: 'claim', orderReference, verdict: null });
  clock.advance(HOUR_MS);
  const { attempts } = await readMoney(shop.data);
  const watched = new Set(attempts.filter(({ data }) => data.nextCheckAt !== null).map(({ id }) => id));

  await followUpOn(model);
  const afterAsking = await readMoney(shop.data);
  const asked = (await customer.payments()).filter(({ orderReference }) => watched.has(orderReference));
  const untold = auditGateway(asked, afterAsking, lied).filter(({ subject }) => watched.has(subject));

  await customer.control({ do: 'release', isReversed: false });
  await repeatLost(model);
  // Money that was only held is captured, found to be in excess and returned. Each of these is a step of its own.
  for (let hour = 0; hour < 3; hour++) {
    clock.advance(HOUR_MS);
    await followUpOn(model);
  }
  const money = await readMoney(shop.data);
  const owed = (await everyRow(shop.data, Callbacks)).filter(({ data: { state } }) => state === 'received');
  const problems = (await customer.notes()).filter(({ isProblem }) => isProblem);
  const payments = await customer.payments();
  return [...untold, ...auditGateway(payments, money, lied), ...auditExcess(payments, money), ...owed, ...problems];
}

/** Repeats, as it is now, every report about money that was silent, dropped or garbled. */
async function repeatLost({ customer }: Model): Promise<void> {
  const isMoney = ({ status }: ToldPayment) => ['Approved', 'Refunded', 'Voided'].includes(status);
  for (const { orderReference, status, reasonCode } of (await customer.payments()).filter(isMoney))
    await customer.control({ do: 'say', orderReference, status, reasonCode });
  await customer.control({ do: 'flush' });
}
