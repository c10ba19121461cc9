import type { UserContext } from '#lib/context/context.ts';
import { fault } from '#lib/core/fault.ts';
import type { Tx, Writer } from '#lib/data/store.ts';
import { type PartRefunded, type PartSale, readPartSale, refundPart } from '#lib/payments/refunds/part-money.ts';
import type { Actor, EventDraft, OrderToChange } from '#lib/store/orders/order-events.ts';
import { holdsOf, type OrderHolds, releaseOrderHolds } from '#lib/store/orders/order-holds.ts';
import type { Order } from '#lib/store/schemas/order.ts';
import type { OrderPart } from '#lib/store/schemas/order-part.ts';
import type { RefusePartInput, VendorOrder } from '#lib/store/schemas/vendor-order.ts';
import type { RefusalCode } from '#lib/store/values.ts';
import { changePart } from './move-part.ts';
import { isOut } from './order-follows.ts';
import type { ActingFor } from './part-seller.ts';
import { assertPartsMove, nextPartState } from './part-states.ts';
import { writeParts } from './write-parts.ts';

/** What a refusal reads of its order, before any write. */
export type Refusing = { readonly order: OrderToChange; readonly money: PartSale; readonly holds: OrderHolds };

type Because = { readonly code: RefusalCode; readonly reason: string };

/** Reads the money and the held units of one part. */
export async function readRefusing(t: Tx, order: OrderToChange, vendorId: string): Promise<Refusing> {
  const [money, holds] = await Promise.all([
    readPartSale(t, order.id, order.data),
    holdsOf(t, { id: order.id, data: { lines: order.data.lines.filter((line) => line.vendorId === vendorId) } }),
  ]);
  if (!money) throw new Error(`${order.id} is paid, but no attempt paid for it`);
  return { order, money, holds };
}

/**
 * Refuses a part in one transaction: its units return, its settlement is reversed, its money goes back or is owed, and
 * the status of the order follows. With its last part an order is canceled.
 */
export function writeRefusal(
  t: Writer,
  { order, money, holds }: Refusing,
  part: OrderPart,
  { code, reason, byCard, isAsked = false }: Because & { readonly byCard: boolean; readonly isAsked?: boolean },
  by: Actor,
): void {
  const { vendorId } = part;
  const units = releaseOrderHolds(t, holds, by);
  const back = refundPart(t, money, { vendorId, byCard, at: by.at });
  const isLast = order.data.parts.every((one) => one.vendorId === vendorId || isOut(one));
  const refused: OrderPart = {
    ...part,
    state: 'refused',
    refusedAt: by.at,
    refusal: { code, reason },
    refund: refundOf(back),
    stockReturnedAt: units > 0 ? by.at : part.stockReturnedAt,
    cancelRequest: acceptedRequest(part),
  };
  writeParts(
    t,
    order,
    {
      parts: [refused],
      events: [{ kind: 'part_refused', reason, data: { vendorId, code, units, isAsked } }, refundEvent(vendorId, back)],
      because: 'refused',
      patch: { ...moneyOf(back), ...(isLast && stockBack(order.data, by.at)) },
    },
    by,
  );
}

/** Returns the cancel request of a part whose money goes back: what an open one asks for has happened. */
export const acceptedRequest = ({ cancelRequest }: OrderPart): OrderPart['cancelRequest'] =>
  cancelRequest?.state === 'open' ? { ...cancelRequest, state: 'accepted' } : cancelRequest;

/** With the last part all units of an order are back. */
const stockBack = ({ stockState }: Order, at: string): Partial<Order> =>
  stockState === 'sold' ? { stockState: 'returned', stockReturnedAt: at } : {};

export const refundOf = ({
  refund: { state, amountMinor, way },
}: Pick<PartRefunded, 'refund'>): OrderPart['refund'] => ({
  state,
  amountMinor,
  way,
});
export const moneyOf = ({ payState, vendorSettlements }: PartRefunded) => ({
  payState,
  vendorSettlements: [...vendorSettlements],
});
export const refundEvent = (vendorId: string, { refund }: Pick<PartRefunded, 'refund'>): EventDraft => ({
  kind: 'part_refund',
  data: { vendorId, amountMinor: refund.amountMinor, state: refund.state, way: refund.way },
});

/** Returns whether the gateway may be asked to refund a part. */
export const refundsByCard = ({ env, cardGateway }: UserContext): boolean =>
  env.PAYMENT_CARD_REFUND && cardGateway !== null;

/** Refuses the part of a vendor, before it was shipped. Refusing again changes nothing. */
export async function refusePart(
  ctx: UserContext,
  who: ActingFor,
  orderId: string,
  { code, reason }: RefusePartInput,
): Promise<VendorOrder> {
  const answer = await changePart(
    ctx,
    who,
    { orderId, action: 'part.refused', reason },
    async (t, { order, part, by }) => {
      if (nextPartState(part, 'refuse') === null) return false;
      assertPartsMove(order.data);
      const refusing = await readRefusing(t, order, part.vendorId);
      writeRefusal(t, refusing, part, { code, reason, byCard: refundsByCard(ctx) }, by);
      return true;
    },
  );
  await fault('part.after_refuse');
  return answer;
}
