import type { UserContext } from '#lib/context/context.ts';
import { conflict, notFound } from '#lib/core/errors.ts';
import { withHistory } from '#lib/store/orders/order-events.ts';
import { getOwnOrder } from '#lib/store/orders/orders.ts';
import { changeOwnOrder } from '#lib/store/orders/own-order-change.ts';
import type { OrderView } from '#lib/store/schemas/order.ts';
import type { OrderPart } from '#lib/store/schemas/order-part.ts';
import type { AnswerCancelInput, VendorOrder } from '#lib/store/schemas/vendor-order.ts';
import { changePart } from './move-part.ts';
import { promiseNotice } from './part-notices.ts';
import type { ActingFor } from './part-seller.ts';
import { assertNotPaidBack, assertPartsMove, nextPartState } from './part-states.ts';
import { readRefusing, refundsByCard, writeRefusal } from './refuse-part.ts';
import { writeParts } from './write-parts.ts';

const notOpen = (state: string, message: string) =>
  conflict(message, { code: 'InvalidTransition', details: { state } });

/**
 * Asks a vendor to cancel their part of an own order, once per part and before it is shipped. Asking again changes
 * nothing.
 */
export const requestCancel = (
  ctx: UserContext,
  orderId: string,
  { vendorId, reason }: { readonly vendorId: string; readonly reason: string },
): Promise<OrderView> =>
  changeOwnOrder(ctx, orderId, async (t, by) => {
    const row = await getOwnOrder(ctx, orderId, t);
    const part = row.data.parts.find((one) => one.vendorId === vendorId);
    if (!part) throw notFound('Part', vendorId);
    if (part.cancelRequest !== null) return;
    assertPartsMove(row.data);
    if (part.state !== 'pending' && part.state !== 'processing')
      throw notOpen(part.state, `The part of ${vendorId} is ${part.state}`);
    assertNotPaidBack(part);
    const order = await withHistory(t, row);
    const cancelRequest = { state: 'open', reason, answer: null, at: by.at, remindedAt: null } as const;
    const event = { kind: 'note', reason, data: { vendorId, cancelRequest: 'open' } } as const;
    writeParts(t, order, { parts: [{ ...part, cancelRequest }], events: [event], because: 'buyer' }, by);
    promiseNotice(t, { orderId, vendorId, kind: 'cancel_requested', key: 'once' }, new Date(by.at));
  });

/** Answers the cancel request of a buyer. Accepting refuses the part; declining closes the request. */
export const answerCancel = (
  ctx: UserContext,
  who: ActingFor,
  orderId: string,
  { accept, answer, reason }: AnswerCancelInput,
): Promise<VendorOrder> =>
  changePart(
    ctx,
    who,
    { orderId, action: accept ? 'part.refused' : 'part.cancel_declined', reason },
    async (t, { order, part, by }) => {
      const request = part.cancelRequest;
      if (request === null) throw notOpen(part.state, 'The buyer did not ask to cancel this part');
      if (request.state === (accept ? 'accepted' : 'declined')) return false;
      if (request.state !== 'open') throw notOpen(part.state, `The request is already ${request.state}`);
      assertPartsMove(order.data);
      const answered: OrderPart = {
        ...part,
        cancelRequest: { ...request, state: accept ? 'accepted' : 'declined', answer: answer ?? null },
      };
      if (accept) {
        nextPartState(part, 'refuse');
        const refusing = await readRefusing(t, order, part.vendorId);
        const because = { code: 'buyer_request', reason: request.reason } as const;
        writeRefusal(t, refusing, answered, { ...because, byCard: refundsByCard(ctx), isAsked: true }, by);
        return true;
      }
      const { vendorId } = part;
      const event = { kind: 'note', data: { vendorId, cancelRequest: 'declined' } } as const;
      writeParts(t, order, { parts: [answered], events: [event], because: 'vendor' }, by);
      promiseNotice(t, { orderId, vendorId, kind: 'cancel_declined', key: 'once' }, new Date(by.at));
      return true;
    },
  );
