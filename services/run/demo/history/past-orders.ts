import type { UserContext } from '#lib/context/context.ts';
import { from } from '#lib/data/query.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { reversePayment } from '#lib/payments/refunds/reverse-payment.ts';
import { checkOut } from '#lib/store/checkout/checkout.ts';
import { Orders } from '#lib/store/collections.ts';
import { findDeliveries } from '#lib/store/delivery/vendor-deliveries.ts';
import { cancelOwnOrder } from '#lib/store/orders/cancel-own-order.ts';
import { changeOrderStatus } from '#lib/store/orders/change-order-status.ts';
import { receiveOwnOrder } from '#lib/store/orders/receive-own-order.ts';
import { answerCancel, requestCancel } from '#lib/store/parts/cancel-request.ts';
import { shipPart, startPart } from '#lib/store/parts/move-part.ts';
import { refundPart } from '#lib/store/parts/refund-part.ts';
import { refusePart } from '#lib/store/parts/refuse-part.ts';
import { vendorIdOf } from '#services/run/demo/ids.ts';
import { demoPeople } from '#services/run/demo/people/people.ts';
import { demoHistory } from './data.ts';
import { at, type OrderStep, type PastOrder, type PastSeller } from './order-plan.ts';
import type { Past } from './past.ts';
import { goodIdOf } from './past-goods.ts';

const ADMIN = 'admin@plaza.test';

const emailOf = (seller: PastSeller): string =>
  (seller === 'attic' ? demoHistory.sellers.suspended : demoPeople.sellers[seller]).owner.email;

/**
 * Places an order of the plan, unless the buyer has placed it: a demo that is continued after weeks finds no more
 * idempotency key. Returns its id.
 */
export async function placePastOrder(past: Past, { key, buyer, sellers, lines, option }: PastOrder): Promise<string> {
  const ctx = await past.as(buyer.email);
  const known = await findPlaced(ctx);
  if (known !== undefined) return known;
  const { name, email, phone, country, city, address, postalCode, currency } = buyer;
  const items = await Promise.all(lines.map(async ({ qty, ...good }) => ({ id: await goodIdOf(ctx, good), qty })));
  const deliveryOptions = option === null ? [] : await optionsFor(ctx, buyer, sellers, option);
  const placed = await checkOut(ctx, {
    key,
    input: {
      ...{ items, currency },
      contact: { name, email, phone },
      delivery: { country, city, address, postalCode },
      deliveryOptions,
    },
  });
  if (placed.kind === 'refusal') throw placed.error;
  return placed.body.order.id;
}

async function findPlaced({ data, user, now }: UserContext): Promise<string | undefined> {
  const mine = from(Orders).where('userId', '==', user.id).orderBy('createdAt', 'desc').limit(100);
  const { rows } = await data.find(mine);
  return rows.find((row) => row.data.createdAt === now().toISOString())?.id;
}

/** Chooses one of the options of each seller that serve the buyer's country. */
async function optionsFor(
  { data }: UserContext,
  { country, branch }: PastOrder['buyer'],
  sellers: readonly PastSeller[],
  place: number,
) {
  const chosen = await Promise.all(
    sellers.map(async (seller) => {
      const vendorId = vendorIdOf(seller);
      const serving = (await findDeliveries(data, vendorId)).filter(
        ({ data: { countries } }) => countries.length === 0 || countries.includes(country),
      );
      if (serving.length === 0) return [];
      const option = at(serving, place);
      return [{ vendorId, optionId: option.id, ...(option.data.method === 'branch' && { point: branch }) }];
    }),
  );
  return chosen.flat();
}

/** Performs a step of an order, unless it has been performed before. */
export async function performStep(past: Past, order: PastOrder, id: string, step: OrderStep): Promise<void> {
  const seller = at(order.sellers, step.part ?? 0);
  const vendorId = vendorIdOf(seller);
  const { data } = await past.runtime.data.need(Orders, id);
  const part = data.parts.find((one) => one.vendorId === vendorId);
  const who = { vendorId, isOther: false };
  const isWaiting = part?.state === 'pending' || part?.state === 'processing';
  switch (step.act) {
    case 'pay':
      if (data.paidAt === null) await payByCredit(await past.as(order.buyer.email), id);
      return;
    case 'pay-by-hand':
      if (data.paidAt === null)
        await changeOrderStatus(await past.as(ADMIN), id, { status: 'paid', reason: 'Bank transfer received' });
      return;
    case 'start':
      if (part?.state === 'pending') await startPart(await past.as(emailOf(seller)), who, id, {});
      return;
    case 'ship':
      if (isWaiting) await shipPart(await past.as(emailOf(seller)), who, id, trackingOf(order.key));
      return;
    case 'receive':
      await receiveOwnOrder(await past.as(order.buyer.email), id, vendorId);
      return;
    case 'refuse':
      await refusePart(await past.as(emailOf(seller)), who, id, {
        ...{ code: 'out_of_stock', reason: 'The last piece was damaged in the workshop' },
      });
      return;
    case 'ask-cancel':
      await requestCancel(await past.as(order.buyer.email), id, { vendorId, reason: 'I ordered the wrong size' });
      return;
    case 'accept-cancel':
    case 'decline-cancel': {
      const accept = step.act === 'accept-cancel';
      const answer = accept ? 'No problem, your money is on its way.' : 'Your parcel is already packed.';
      await answerCancel(await past.as(emailOf(seller)), who, id, { accept, answer });
      return;
    }
    case 'cancel':
      await cancelOwnOrder(await past.as(order.buyer.email), id);
      return;
    case 'refund':
      await reversePayment(await past.as(ADMIN), `${data.number}-1`, 'Agreed with the buyer by phone');
      return;
    case 'refund-part':
      if (part?.refund === null) await refundPart(await past.as(ADMIN), id, vendorId, 'The parcel was lost on the way');
  }
}

/** Returns a tracking number that stays the same for an order. */
function trackingOf(key: string) {
  const digits = Buffer.from(key).reduce((sum, byte) => (sum * 31 + byte) % 1e9, 7);
  const trackingNumber = `20450${String(digits).padStart(9, '0')}`;
  return { carrier: 'Nova Poshta', trackingNumber, trackingUrl: `https://novaposhta.ua/tracking/${trackingNumber}` };
}
