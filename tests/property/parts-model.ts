import fc from 'fast-check';
import { armFault } from '#lib/core/fault.ts';
import { MINUTE_MS } from '#lib/core/time.ts';
import { applyPaymentResult } from '#lib/payments/attempts/apply-result.ts';
import { auditMoney } from '#lib/payments/audit/audit.ts';
import type { Finding } from '#lib/payments/audit/findings.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { partRefundIdOf } from '#lib/payments/refunds/part-refund-topic.ts';
import { reconcilePartRefunds } from '#lib/payments/refunds/refund-part-by-card.ts';
import { reversePayment } from '#lib/payments/refunds/reverse-payment.ts';
import { auditOrders } from '#lib/store/audit/order.ts';
import { auditStock } from '#lib/store/audit/stock.ts';
import { Orders } from '#lib/store/collections.ts';
import { changeOrderStatus } from '#lib/store/orders/change-order-status.ts';
import { completeOrders } from '#lib/store/orders/order-completion.ts';
import { receiveOwnOrder } from '#lib/store/orders/receive-own-order.ts';
import { answerCancel, requestCancel } from '#lib/store/parts/cancel-request.ts';
import { shipPart, startPart } from '#lib/store/parts/move-part.ts';
import { refundPart } from '#lib/store/parts/refund-part.ts';
import { refusePart } from '#lib/store/parts/refuse-part.ts';
import { settlePartRefund } from '#lib/store/parts/settle-part-refund.ts';
import { compactStock } from '#lib/store/stock/compaction.ts';
import { releaseDue } from '#lib/store/vendors/settlement-release.ts';
import { stockOf } from '#tests/support/api-shop.ts';
import { saidOf } from '#tests/support/attempts.ts';
import type { Overrides } from '#tests/support/context.ts';
import { payOutAll, placeOrder, startCard } from '#tests/support/paying.ts';
import { scriptedGateway } from '#tests/support/scripted-gateway.ts';
import { RIVAL_ID, type SharedShop, sharedShop } from '#tests/support/shared-order.ts';
import { TEST_VENDOR_ID } from '#tests/support/shop.ts';
import { readWorld } from '#tests/support/world.ts';

const vendors = [TEST_VENDOR_ID, RIVAL_ID] as const;
const order = fc.nat(1);
const vendor = fc.nat(1);
const ofPart = (op: 'start' | 'ship' | 'refuse' | 'receive' | 'ask' | 'accept' | 'decline' | 'refund' | 'settle') =>
  fc.record({ op: fc.constant(op), order, vendor });

const single = fc.oneof(
  { weight: 3, arbitrary: ofPart('start') },
  { weight: 5, arbitrary: ofPart('ship') },
  { weight: 6, arbitrary: ofPart('refuse') },
  { weight: 4, arbitrary: ofPart('receive') },
  { weight: 3, arbitrary: ofPart('ask') },
  { weight: 2, arbitrary: ofPart('accept') },
  { weight: 1, arbitrary: ofPart('decline') },
  { weight: 4, arbitrary: ofPart('refund') },
  { weight: 3, arbitrary: ofPart('settle') },
  {
    weight: 3,
    arbitrary: fc.record({
      op: fc.constant('move'),
      order,
      to: fc.constantFrom('canceled', 'canceled', 'paid', 'processing', 'shipped', 'completed'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ op: fc.constant('reopen'), order, vendor, to: fc.constantFrom('paid', 'shipped') }),
  },
  { weight: 3, arbitrary: fc.record({ op: fc.constant('cancelSent'), order, vendor }) },
  {
    weight: 1,
    arbitrary: fc.record({ op: fc.constant('sellOut'), vendor }),
  },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('reverse'), order }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('compact'), vendor }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('release') }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('payout') }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('time'), days: fc.constantFrom(1, 4, 15) }) },
  { weight: 3, arbitrary: fc.record({ op: fc.constant('gateway') }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('lose') }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('drain') }) },
  {
    weight: 2,
    arbitrary: fc.record({
      op: fc.constant('crash'),
      at: fc.constantFrom('part.after_refuse', 'refund.after_gateway_call', 'settlement.after_release'),
    }),
  },
);
type ItemOf<A> = A extends fc.Arbitrary<infer T> ? T : never;
export type PartStep = ItemOf<typeof single>;

/** One action, or several at the same moment. */
export const partHistory = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: single.map((one) => [one] as const) },
    { weight: 1, arbitrary: fc.array(single, { minLength: 2, maxLength: 3 }) },
  ),
  { minLength: 8, maxLength: 16, size: 'max' },
);

export type PartsModel = SharedShop & {
  readonly bank: ReturnType<typeof scriptedGateway>;
  readonly orderIds: readonly string[];
};

/** Opens a shop of two sellers with two paid orders of both: one by credit and one by card. */
export async function openParts(refundsByCard: boolean, overrides: Overrides = {}): Promise<PartsModel> {
  const bank = scriptedGateway();
  const vars = { PAYMENT_CARD_REFUND: String(refundsByCard), STORE_RETURN_DAYS: '0' };
  const shop = await sharedShop({ vars, cardGateway: bank.gateway, ...overrides });
  const { buyer } = shop;
  const byCredit = await placeOrder(buyer, { mug: 2, vase: 1 }, 'EUR');
  await payByCredit(buyer, byCredit.id);
  const byCard = await placeOrder(buyer, { mug: 1, vase: 2 });
  const attempt = await startCard(buyer, byCard.id);
  bank.hold(attempt);
  await applyPaymentResult(buyer, attempt.orderReference, saidOf(attempt, 'Approved'));
  return { ...shop, bank, orderIds: [byCredit.id, byCard.id] };
}

/** Performs one step. Throws the shop's refusal, or the fault of a crash. */
export async function performPart(model: PartsModel, one: PartStep): Promise<unknown> {
  const { buyer, admin, bank } = model;
  switch (one.op) {
    case 'move':
      return changeOrderStatus(admin, orderOf(model, one.order), { status: one.to });
    case 'reopen':
      return reopen(model, one);
    case 'cancelSent':
      await performOnPart(model, { ...one, op: 'ship' });
      return changeOrderStatus(admin, orderOf(model, one.order), { status: 'canceled' });
    case 'sellOut':
      return sellOut(model, one.vendor === 0 ? 'mug' : 'vase');
    case 'reverse':
      return reverseOf(model, one.order);
    case 'compact':
      return compactStock(buyer, one.vendor === 0 ? 'mug' : 'vase');
    case 'release':
      return releaseDue(buyer);
    case 'payout':
      return payOutAll(admin);
    case 'time':
      buyer.clock.advance(one.days * 1_440 * MINUTE_MS);
      return completeOrders(buyer);
    case 'gateway':
      buyer.clock.advance(3 * MINUTE_MS);
      return reconcilePartRefunds(buyer);
    case 'lose':
      return bank.loseNextAnswer();
    case 'drain':
      return buyer.drain();
    case 'crash':
      return armFault({ FAULT_AT: one.at, FAULT_MODE: 'throw' });
    case 'start':
    case 'ship':
    case 'refuse':
    case 'receive':
    case 'ask':
    case 'accept':
    case 'decline':
    case 'refund':
    case 'settle':
      return performOnPart(model, one);
  }
}

const orderOf = ({ orderIds }: PartsModel, at: number): string => orderIds[at] ?? '';

async function reverseOf({ admin, orderIds }: PartsModel, at: number): Promise<unknown> {
  const { number } = (await admin.data.need(Orders, orderIds[at] ?? '')).data;
  return reversePayment(admin, `${number}-1`, 'Asked for by mail');
}

/** Orders all that is left of a product, so that an order that comes back finds none. */
async function sellOut({ buyer }: PartsModel, productId: string): Promise<unknown> {
  const { onHand, held } = await stockOf(buyer, productId);
  return onHand > held ? placeOrder(buyer, { [productId]: onHand - held }) : undefined;
}

/** Cancels an order, refunds one of its parts and brings the order back: that part has nothing more to do. */
async function reopen(model: PartsModel, { order: at, vendor: of, to }: Extract<PartStep, { op: 'reopen' }>) {
  const { admin } = model;
  const id = orderOf(model, at);
  await changeOrderStatus(admin, id, { status: 'canceled' });
  await refundPart(admin, id, vendors[of] ?? TEST_VENDOR_ID, 'Agreed by phone');
  return changeOrderStatus(admin, id, { status: to });
}

function performOnPart(model: PartsModel, one: ItemOf<ReturnType<typeof ofPart>>): unknown {
  const { buyer, potter, rival, admin } = model;
  const id = orderOf(model, one.order);
  const vendorId = vendors[one.vendor] ?? TEST_VENDOR_ID;
  const seller = one.vendor === 0 ? potter : rival;
  const own = { vendorId, isOther: false };
  switch (one.op) {
    case 'start':
      return startPart(seller, own, id, {});
    case 'ship':
      return shipPart(seller, own, id, {});
    case 'refuse':
      return refusePart(seller, own, id, { code: 'other', reason: 'It broke' });
    case 'receive':
      return receiveOwnOrder(buyer, id, vendorId);
    case 'ask':
      return requestCancel(buyer, id, { vendorId, reason: 'Too late' });
    case 'accept':
    case 'decline':
      return answerCancel(seller, own, id, { accept: one.op === 'accept' });
    case 'refund':
      return refundPart(admin, id, vendorId, 'The parcel was lost');
    case 'settle':
      return settlePartRefund(admin, partRefundIdOf(id, vendorId), { way: 'balance', reference: 'Agreed by phone' });
  }
}

/** Returns every violation of the rules of stock, orders and money, recomputed from what is stored. */
export async function partFindings({ buyer }: PartsModel): Promise<readonly Finding[]> {
  const world = await readWorld(buyer.data);
  return [...auditStock(world), ...auditOrders(world), ...auditMoney(world)];
}
