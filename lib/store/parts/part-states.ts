import { type AppError, conflict } from '#lib/core/errors.ts';
import type { Order } from '#lib/store/schemas/order.ts';
import type { OrderPart } from '#lib/store/schemas/order-part.ts';
import type { PartState } from '#lib/store/values.ts';
import { isPaidBack, partsMayMove } from './part-rows.ts';

/**
 * What happens to a part. `deliver` is the payment of digital goods. `receive`: the buyer has it, or fourteen days have
 * passed. `refuse` is also an accepted cancel request.
 */
export const partMoves = ['start', 'ship', 'deliver', 'receive', 'refuse'] as const;
export type PartMove = (typeof partMoves)[number];

/** Where each move leads, by the state that it starts from. `same`: a repeated call that changes no state. */
export const partTable: Readonly<Record<PartState, Readonly<Partial<Record<PartMove, PartState | 'same'>>>>> = {
  pending: { start: 'processing', ship: 'shipped', deliver: 'delivered', refuse: 'refused' },
  processing: { start: 'same', ship: 'shipped', refuse: 'refused' },
  shipped: { ship: 'same', receive: 'delivered' },
  delivered: { deliver: 'same', receive: 'same' },
  refused: { refuse: 'same' },
};

/**
 * Returns the state after a move, or null when it changes none. Throws InvalidTransition for an impossible move, and for
 * any move of a part whose money went back before it was sent.
 */
export function nextPartState(part: Pick<OrderPart, 'state' | 'vendorId' | 'refund'>, move: PartMove) {
  const { state, vendorId } = part;
  const next = partTable[state][move];
  if (next === undefined) throw invalidMove(`The part of ${vendorId} is ${state} and cannot ${move}`, state);
  if (next === 'same') return null;
  assertNotPaidBack(part);
  return next;
}

/** Throws InvalidTransition for a part whose money went back before it was sent. */
export function assertNotPaidBack(part: Pick<OrderPart, 'state' | 'vendorId' | 'refund'>): void {
  if (isPaidBack(part)) throw invalidMove(`The money of the part of ${part.vendorId} went back`, 'refunded');
}

const invalidMove = (message: string, state: string): AppError =>
  conflict(message, { code: 'InvalidTransition', details: { state } });

/** Throws InvalidTransition when the parts of an order cannot move: it is unpaid, finished, or its money goes back. */
export function assertPartsMove({ status, payState }: Pick<Order, 'status' | 'payState'>): void {
  if (partsMayMove({ status, payState })) return;
  if (payState !== 'paid') throw invalidMove(`The payment of the order is ${payState}`, payState);
  throw invalidMove(`The order is ${status}`, status);
}
