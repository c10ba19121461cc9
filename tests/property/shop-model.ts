import type { UserContext } from '#lib/context/context.ts';
import { AppError } from '#lib/core/errors.ts';
import { MINUTE_MS } from '#lib/core/time.ts';
import { applyPaymentResult } from '#lib/payments/attempts/apply-result.ts';
import { findAttempts } from '#lib/payments/attempts/ledger.ts';
import { auditMoney } from '#lib/payments/audit/audit.ts';
import type { Finding } from '#lib/payments/audit/findings.ts';
import { PaymentTransactions } from '#lib/payments/collections.ts';
import { grantCredit } from '#lib/payments/credit/credit.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { reversePayment } from '#lib/payments/refunds/reverse-payment.ts';
import { auditOrders } from '#lib/store/audit/order.ts';
import { auditStock } from '#lib/store/audit/stock.ts';
import { holdCart } from '#lib/store/cart/cart-holds.ts';
import { availableTo, saveCart } from '#lib/store/cart/carts.ts';
import { checkOut } from '#lib/store/checkout/checkout.ts';
import { Orders } from '#lib/store/collections.ts';
import { cancelOwnOrder } from '#lib/store/orders/cancel-own-order.ts';
import { changeOrderStatus } from '#lib/store/orders/change-order-status.ts';
import { expireOrders } from '#lib/store/orders/expiry.ts';
import { orderAgain } from '#lib/store/orders/order-again.ts';
import { receiveOwnOrder } from '#lib/store/orders/receive-own-order.ts';
import { changeStock } from '#lib/store/stock/change-stock.ts';
import { compactStock } from '#lib/store/stock/compaction.ts';
import { releasableBefore } from '#lib/store/stock/hold-terms.ts';
import { levelShards } from '#lib/store/stock/rebalance.ts';
import { mergeStock, splitStock } from '#lib/store/stock/split.ts';
import { heldStates } from '#lib/store/values.ts';
import { releaseDue } from '#lib/store/vendors/settlement-release.ts';
import { saidOf } from '#tests/support/attempts.ts';
import { asUser, type Overrides, type TestContext, testContext } from '#tests/support/context.ts';
import { putDelivery } from '#tests/support/deliveries.ts';
import { workOff } from '#tests/support/follow-up.ts';
import { payOutAll, startCard } from '#tests/support/paying.ts';
import { scriptedGateway } from '#tests/support/scripted-gateway.ts';
import { addProduct, stockShop, TEST_VENDOR_ID } from '#tests/support/shop.ts';
import { readWorld, type World } from '#tests/support/world.ts';
import { productIds, SHOPPERS, type Single } from './shop-steps.ts';

type Person = TestContext & UserContext;

/** A small shop with a few people in it, and what the test itself remembers of the responses. */
export type Model = {
  readonly world: TestContext;
  readonly shoppers: readonly Person[];
  readonly admin: Person;
  /** A shopper without holds: no expired hold of others may be in their way. */
  readonly passerBy: Person;
  /** The delivery option of the shop's vendor. Small orders pay for it. */
  readonly optionId: string;
  readonly orderIds: string[];
  /** The order that each key returned. */
  readonly keys: Map<string, string>;
};

export async function openModel(overrides: Overrides = {}): Promise<Model> {
  const vars = {
    PAYMENT_CREDIT_BALANCE_ACCEPTED_ORDER_CURRENCIES: 'UAH',
    PAYMENT_CARD_REFUND: 'true',
    STORE_RETURN_DAYS: '0',
  };
  const bank = scriptedGateway();
  bank.down = true; // The gateway's reports are steps of their own; a request by the shop gets no response.
  const world = await testContext({ vars, cardGateway: bank.gateway, ...overrides });
  await stockShop(world, { mug: 4, lamp: 7 });
  await addProduct(world, 'song', 9, { priceMinor: 777 });
  const shoppers = await Promise.all(Array.from({ length: SHOPPERS }, () => asUser(world)));
  for (const { user } of shoppers) await grantCredit(world, user.id, 150_000, 'test');
  const [admin, passerBy] = [await asUser(world, { role: 'admin' }), await asUser(world)];
  const optionId = await putDelivery(world, TEST_VENDOR_ID, {
    ...{ method: 'pickup', priceMinor: 333, freeFromMinor: 20_000 },
  });
  const model: Model = { world, shoppers, admin, passerBy, optionId, orderIds: [], keys: new Map() };
  // A history begins in the middle of a day: one order is being paid by card, another contains two products.
  await perform(model, [{ op: 'order', who: 0, lines: [{ id: 'mug', qty: 1 }], delivered: true, key: null }]);
  await perform(model, [{ op: 'card', order: 0 }]);
  await perform(model, [
    {
      op: 'order',
      who: 1,
      lines: [
        { id: 'lamp', qty: 2 },
        { id: 'song', qty: 1 },
      ],
      delivered: true,
      key: null,
    },
  ]);
  return model;
}

/** Performs several steps at the same moment. A refusal by the shop is allowed; any other failure is not. */
export async function perform(model: Model, steps: readonly Single[]): Promise<void> {
  const done = await Promise.allSettled(steps.map((one) => performOne(model, one)));
  for (const result of done)
    if (result.status === 'rejected' && !(result.reason instanceof AppError && result.reason.status < 500))
      throw result.reason;
}

/** Performs one step; throws the shop's refusal. */
export async function performOne(model: Model, one: Single): Promise<unknown> {
  const { world, admin } = model;
  switch (one.op) {
    case 'cart':
      return saveCart(shopper(model, one.who), one.lines);
    case 'hold':
      return holdCart(shopper(model, one.who));
    case 'order':
      return placeOrder(model, one);
    case 'wait':
      return world.clock.advance(one.minutes * MINUTE_MS);
    case 'expire':
      return expireOrders(world);
    case 'compact':
      return compactStock(world, one.product);
    case 'stock':
      return changeStock(admin, one.product, { delta: one.delta, kind: one.delta > 0 ? 'restock' : 'correction' });
    case 'split':
      return splitStock(world, one.product);
    case 'level':
      return levelShards(world, one.product);
    case 'merge':
      return mergeStock(world, one.product);
    case 'drain':
      await world.drain();
      return workOff(world);
    case 'release':
      return releaseDue(world);
    case 'payout':
      return payOutAll(admin);
    case 'pay':
    case 'card':
    case 'say':
    case 'reverse':
    case 'cancel':
    case 'received':
    case 'again':
    case 'move':
      return withOrder(model, one);
  }
}

function shopper({ shoppers }: Model, at: number): Person {
  const found = shoppers[at];
  if (!found) throw new Error(`no shopper ${at}`);
  return found;
}

async function placeOrder(
  model: Model,
  { who, lines, delivered, key }: Extract<Single, { op: 'order' }>,
): Promise<void> {
  const person = shopper(model, who);
  const deliveryOptions = delivered ? [{ vendorId: TEST_VENDOR_ID, optionId: model.optionId }] : [];
  const input = { deliveryOptions, ...(lines && { items: lines }) };
  // A caller who repeats a key repeats the whole request, so all of it is part of the key here.
  const name = key === null ? undefined : `${key}-${delivered}-${JSON.stringify(lines)}`.replaceAll(/[^\w-]/g, '.');
  try {
    const placed = await checkOut(person, { input, key: name });
    const error = placed.kind === 'refusal' ? placed.error : null;
    remember(
      model,
      person,
      name,
      error ? error.details?.orderId : placed.kind === 'answer' ? placed.body.order.id : '',
    );
  } catch (error) {
    if (error instanceof AppError && error.details?.orderId) remember(model, person, name, error.details.orderId);
    throw error;
  }
}

function remember({ orderIds, keys }: Model, { user }: Person, key: string | undefined, id: string | undefined): void {
  if (!id) return;
  if (!orderIds.includes(id)) orderIds.push(id);
  if (key === undefined) return;
  const known = keys.get(`${user.id} ${key}`);
  if (known !== undefined && known !== id) throw new Error(`SI8: the key ${key} gave ${known} and ${id}`);
  keys.set(`${user.id} ${key}`, id);
}

async function withOrder(model: Model, one: Extract<Single, { order: number }>): Promise<unknown> {
  const { world, admin, orderIds, shoppers } = model;
  const id = orderIds[one.order % Math.max(1, orderIds.length)];
  if (id === undefined) return;
  const { userId } = (await world.data.need(Orders, id)).data;
  const owner = shoppers.find(({ user }) => user.id === userId);
  if (!owner) throw new Error(`order ${id} has no owner`);
  switch (one.op) {
    case 'pay':
      return payByCredit(owner, id);
    case 'card':
      return (await world.data.need(Orders, id)).data.paidAt === null ? startCard(owner, id) : undefined;
    case 'say':
      return saySomething(world, id, one.status);
    case 'reverse':
      return reverseLast(admin, id);
    case 'cancel':
      return cancelOwnOrder(owner, id);
    case 'received':
      return receiveOwnOrder(owner, id);
    case 'again':
      return orderAgain(owner, id);
    case 'move':
      return changeOrderStatus(admin, id, { status: one.to });
  }
}

/** Makes the gateway report on the last attempt by card, even if the attempt is long closed or the order canceled. */
async function saySomething(world: TestContext, orderId: string, status: string): Promise<void> {
  const attempts = await findAttempts(world.data, orderId);
  const last = attempts.findLast(({ processor }) => processor === 'cardgw');
  if (!last) return;
  const { data: row } = await world.data.need(PaymentTransactions, last.orderReference);
  await applyPaymentResult(world, last.orderReference, saidOf(row, status, { source: 'check' }));
}

/** Refunds an order as an admin does, by the attempt that was paid last. */
async function reverseLast(admin: Person, orderId: string): Promise<void> {
  const paid = (await findAttempts(admin.data, orderId)).findLast(({ paidAt }) => paidAt !== null);
  if (paid) await reversePayment(admin, paid.orderReference, 'Asked for by mail');
}

/** Returns every violation of what must hold after each step, recomputed from what is stored. */
export async function findingsIn(model: Model): Promise<readonly Finding[]> {
  const world = await readWorld(model.world.data);
  return [...auditStock(world), ...auditOrders(world), ...auditMoney(world), ...(await auditBlocked(model, world))];
}

/** Checks SI19: a passer-by can get every unit without an unexpired hold, before any sweep has run. */
async function auditBlocked({ passerBy, world }: Model, { levels, shards, holds }: World): Promise<Finding[]> {
  const cutoff = releasableBefore(world.now());
  const kept = (productId: string) =>
    holds
      .filter(({ data }) => data.productId === productId && heldStates.some((state) => state === data.state))
      .filter(({ data }) => !(data.state === 'active' && (data.expiresAt ?? '') <= cutoff))
      .reduce((sum, { data }) => sum + data.qty, 0);
  const could = await availableTo(
    passerBy,
    productIds.map((id) => ({ id, qty: 1_000 })),
  );
  return levels.flatMap(({ id, data }) => {
    const inShards = shards.filter((shard) => shard.data.productId === id);
    const free = inShards.reduce((sum, shard) => sum + shard.data.onHand, data.onHand) - kept(id);
    const why = `a passer-by could have ${could.get(id)} of ${free} free`;
    return could.get(id) === free ? [] : [{ invariant: 'SI19', subject: id, why }];
  });
}
