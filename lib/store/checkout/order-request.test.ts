import { describe, expect, it } from 'vitest';
import { Users } from '#lib/auth/collections.ts';
import type { UserContext } from '#lib/context/context.ts';
import { after, HOUR_MS, MINUTE_MS } from '#lib/core/time.ts';
import { actOnMessage } from '#lib/messaging/cards/act-on-message.ts';
import { Messages } from '#lib/messaging/collections.ts';
import { sendMessage } from '#lib/messaging/messages/send-message.ts';
import { sendMessage as sendInput } from '#lib/messaging/schemas/message-input.ts';
import type { RichAction } from '#lib/messaging/schemas/rich.ts';
import { applyPaymentResult } from '#lib/payments/attempts/apply-result.ts';
import { findAttempts } from '#lib/payments/attempts/ledger.ts';
import { auditMoney } from '#lib/payments/audit/audit.ts';
import { PaymentTransactions } from '#lib/payments/collections.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { reversePayment } from '#lib/payments/refunds/reverse-payment.ts';
import { auditOrders } from '#lib/store/audit/order.ts';
import { auditStock } from '#lib/store/audit/stock.ts';
import { Orders, Vendors } from '#lib/store/collections.ts';
import { cancelOwnOrder } from '#lib/store/orders/cancel-own-order.ts';
import { changeOrderStatus } from '#lib/store/orders/change-order-status.ts';
import { expireOrders } from '#lib/store/orders/expiry.ts';
import { orderAgain } from '#lib/store/orders/order-again.ts';
import { setVendorStatus } from '#lib/store/vendors/vendors.ts';
import { saidOf } from '#tests/support/attempts.ts';
import { asUser, type TestContext } from '#tests/support/context.ts';
import { putConversation, testConversation } from '#tests/support/conversations.ts';
import { anotherShopper, cancelOrder, payingShopper, startCard } from '#tests/support/paying.ts';
import { addVendor } from '#tests/support/shop.ts';
import { asSuperadmin } from '#tests/support/staff.ts';
import { readWorld } from '#tests/support/world.ts';
import { orderRequest } from './order-request.ts';

type Person = TestContext & UserContext;
const VENDOR = 'vnd_potter';

/** Opens a conversation of a seller with two shoppers who have money. The seller sends payment requests. */
async function openTalk() {
  const buyer: Person = await payingShopper();
  const other: Person = await anotherShopper(buyer);
  const seller: Person = await asUser(buyer, { vendorId: VENDOR });
  await addVendor(buyer, VENDOR, { ownerId: seller.user.id, name: 'Hlyna Studio', commissionBps: 1_000 });
  const people = [seller, buyer, other].map(({ user }) => user.id);
  const conversation = testConversation(people, buyer.now());
  await putConversation(buyer, conversation);

  const ask = async (more: object = { purpose: 'A vase' }, who: Person = seller) => {
    const metadata = { amountMinor: 50_000, currency: 'UAH', ...more };
    const input = sendInput.parse({ type: 'payment_request', metadata });
    return (await sendMessage(who, conversation.id, input, undefined)).message.id;
  };
  const act = (who: Person, messageId: string, action: RichAction['action']) =>
    actOnMessage(who, { conversationId: conversation.id, messageId }, { action } as RichAction);
  const order = async (who: Person, id: string) => (await orderRequest(who, id, {})).body.order;
  const cardOf = async (id: string) => {
    await buyer.drain();
    return (await buyer.data.need(Messages, id)).data.metadata;
  };
  return { buyer, other, seller, ask, act, order, cardOf };
}

/** Returns the findings of every rule of orders, stock and money. */
async function findings({ data }: Person) {
  const world = await readWorld(data);
  return [...auditMoney(world), ...auditOrders(world), ...auditStock(world)];
}

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(() => null).catch(({ code, name }) => code ?? name);

describe('the order of a payment request', () => {
  it('has one line, no stock and no charges, and its message card follows its status until the refund', async () => {
    const { buyer, seller, ask, order, cardOf } = await openTalk();
    const id = await ask();
    expect(await cardOf(id)).toMatchObject({ status: 'open', vendorId: VENDOR, paidOrderId: null, buyerId: null });

    const made = await order(buyer, id);
    const stored = (await buyer.data.need(Orders, made.id)).data;
    expect(made.lines).toEqual([
      {
        id: '1',
        productId: null,
        title: 'A vase',
        options: [],
        image: null,
        vendor: { id: VENDOR, name: 'Hlyna Studio' },
        qty: 1,
        unitPriceMinor: 50_000,
        totalMinor: 50_000,
        fulfilment: 'custom',
      },
    ]);
    expect(stored).toMatchObject({ requestId: id, stockState: 'none', charges: [], delivery: { method: 'none' } });
    expect(await cardOf(id)).toMatchObject({ status: 'open', paidOrderId: made.id, buyerId: buyer.user.id });

    const { payment } = await payByCredit(buyer, made.id);
    const { orderReference } = payment;
    expect(await cardOf(id)).toMatchObject({ status: 'paid', paidOrderId: made.id, orderReference });
    const settled = (await buyer.data.need(Orders, made.id)).data;
    expect(settled).toMatchObject({ status: 'paid', stockState: 'none' });
    expect(settled.vendorSettlements).toMatchObject([{ vendorId: VENDOR, netMinor: 45_000, commissionMinor: 5_000 }]);

    await reversePayment(await asSuperadmin(seller), orderReference, 'It broke');
    expect(await cardOf(id)).toMatchObject({ status: 'refunded', paidOrderId: made.id });
    expect(await findings(buyer)).toEqual([]);
  });

  it('SI8: is created once for twelve concurrent calls of two buyers', async () => {
    const { buyer, other, ask } = await openTalk();
    const id = await ask();

    const results = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        orderRequest(at % 2 ? buyer : other, id, {}).then(
          ({ created, body }) => ({ created, id: body.order.id }),
          ({ code }) => ({ code }),
        ),
      ),
    );

    const made = results.filter((result) => 'id' in result);
    expect(made).toHaveLength(6);
    expect(new Set(made.map((result) => result.id)).size).toBe(1);
    expect(made.filter(({ created }) => created)).toHaveLength(1);
    expect(results.filter((result) => 'code' in result).map(({ code }) => code)).toEqual(Array(6).fill('RequestTaken'));
    expect((await readWorld(buyer.data)).orders).toHaveLength(1);
  });

  it('is returned again once paid, and frees the request when it expires', async () => {
    const { buyer, other, ask, order, cardOf } = await openTalk();
    const [paid, late] = [await ask(), await ask()];
    const first = await order(buyer, paid);
    await payByCredit(buyer, first.id);
    expect((await order(buyer, paid)).id).toBe(first.id);

    const expired = await order(buyer, late);
    buyer.clock.advance(41 * MINUTE_MS);
    await expireOrders(buyer);
    expect(await cardOf(late)).toMatchObject({ status: 'open', paidOrderId: null, buyerId: null });
    const again = await order(other, late);

    expect(again.id).not.toBe(expired.id);
    expect(await cardOf(late)).toMatchObject({ paidOrderId: again.id, buyerId: other.user.id });
    expect(await findings(buyer)).toEqual([]);
  });

  it('blocks other actions on its request until it is canceled', async () => {
    const { buyer, seller, other, ask, act, order, cardOf } = await openTalk();
    const id = await ask();
    const made = await order(buyer, id);

    expect(await codeOf(act(seller, id, 'cancel'))).toBe('RequestOrdered');
    expect(await codeOf(act(seller, id, 'mark-paid'))).toBe('RequestOrdered');
    expect(await codeOf(act(other, id, 'decline'))).toBe('RequestOrdered');
    await payByCredit(buyer, made.id);
    // This holds even before its card is updated.
    expect(await codeOf(act(seller, id, 'cancel'))).toBe('InvalidTransition');

    const free = await ask();
    await cancelOwnOrder(buyer, (await order(buyer, free)).id);
    await act(seller, free, 'cancel');
    expect(await cardOf(free)).toMatchObject({ status: 'canceled', paidOrderId: null });
    expect(await codeOf(order(buyer, free))).toBe('RequestNotOpen');
  });

  it('accepts a late payment only while the request is open and has no other order', async () => {
    const { buyer, other, seller, ask, act, order, cardOf } = await openTalk();
    const lateFor = async (id: string, meanwhile: () => Promise<unknown>) => {
      const made = await order(buyer, id);
      const attempt = await startCard(buyer, made.id);
      await cancelOrder(await asSuperadmin(buyer), made.id);
      await meanwhile();
      // The gateway's own reply, unlike a late callback.
      await applyPaymentResult(buyer, attempt.orderReference, saidOf(attempt, 'Approved', { source: 'check' }));
      return {
        orderId: made.id,
        order: (await buyer.data.need(Orders, made.id)).data,
        attempt: (await buyer.data.need(PaymentTransactions, attempt.orderReference)).data,
      };
    };
    const [open, taken, over] = [await ask(), await ask(), await ask()];

    const kept = await lateFor(open, async () => null);
    expect(kept.order).toMatchObject({ status: 'paid', stockState: 'none', payState: 'paid' });
    expect(await cardOf(open)).toMatchObject({ status: 'paid', paidOrderId: kept.orderId });
    expect(await codeOf(order(other, open))).toBe('RequestNotOpen');

    const lost = await lateFor(taken, () => order(other, taken));
    expect([lost.order.status, lost.attempt.excess]).toEqual(['canceled', true]);
    const gone = await lateFor(over, () => act(seller, over, 'cancel'));
    expect([gone.order.status, gone.attempt.excess]).toEqual(['canceled', true]);
    expect((await findAttempts(buyer.data, lost.orderId)).every(({ status }) => status === 'paid')).toBe(true);
    expect(await cardOf(over)).toMatchObject({ status: 'canceled' });
  });

  it('cannot be reopened by an admin while the request has another order, and holds no units once reopened', async () => {
    const { buyer, other, ask, order, cardOf } = await openTalk();
    const admin = await asSuperadmin(buyer);
    const id = await ask();
    const first = await order(buyer, id);
    await cancelOrder(admin, first.id);
    const second = await order(other, id);

    expect(await codeOf(changeOrderStatus(admin, first.id, { status: 'paid' }))).toBe('RequestTaken');
    await cancelOrder(admin, second.id);
    await changeOrderStatus(admin, first.id, { status: 'paid' });

    expect(await cardOf(id)).toMatchObject({ status: 'paid', paidOrderId: first.id });
    expect((await buyer.data.need(Orders, first.id)).data.stockState).toBe('none');
    expect(await codeOf(order(other, id))).toBe('RequestNotOpen');
    expect(await findings(buyer)).toEqual([]);
  });

  it('is rejected for other users, closed requests, unavailable sellers and unaccepted currencies', async () => {
    const { buyer, seller, other, ask, act, order } = await openTalk();
    const stranger = await asUser(buyer);
    const id = await ask();
    const declined = await ask();
    await act(other, declined, 'decline');
    const soon = await ask({ expiresAt: after(buyer.now(), HOUR_MS) });

    expect(await codeOf(order(seller, id))).toBe('OwnRequest');
    expect(await codeOf(order(stranger, id))).toBe('NotFound');
    expect(await codeOf(order(buyer, 'msg_none'))).toBe('NotFound');
    expect(await codeOf(order(buyer, declined))).toBe('RequestNotOpen');
    expect(await codeOf(order(buyer, await ask({}, other)))).toBe('VendorUnavailable');
    expect(await codeOf(order(buyer, await ask({ currency: 'JPY' })))).toBe('CurrencyNotAccepted');
    expect(await codeOf(order(buyer, await ask({ amountMinor: 1e11 + 1 })))).toBe('ValidationError');
    buyer.clock.advance(HOUR_MS);
    expect(await codeOf(order(buyer, soon))).toBe('RequestNotOpen');
    await setVendorStatus(buyer, VENDOR, 'suspended');
    expect(await codeOf(order(buyer, id))).toBe('VendorUnavailable');
    expect((await buyer.data.need(Vendors, VENDOR)).data.status).toBe('suspended');
    await buyer.data.update(Users, seller.user.id, { vendorId: null });
    await setVendorStatus(buyer, VENDOR, 'approved');
    expect(await codeOf(order(buyer, id))).toBe('VendorUnavailable');
  });

  it('is the existing order for its buyer, and rejected for others, when the request names an order', async () => {
    const { buyer, other, ask, order } = await openTalk();
    const { id: orderId } = await order(buyer, await ask());
    const about = await ask({ orderId });

    expect((await order(buyer, about)).id).toBe(orderId);
    expect(await codeOf(order(other, about))).toBe('RequestTaken');
  });

  it('adds nothing to the cart when ordered again, and has a default title that names the seller', async () => {
    const { buyer, ask, order } = await openTalk();
    const made = await order(buyer, await ask({}));

    expect(made.lines.map(({ title }) => title)).toEqual(['Payment to Hlyna Studio']);
    expect((await orderAgain(buyer, made.id)).items).toEqual([]);
  });
});
