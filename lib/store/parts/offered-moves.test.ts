import { describe, expect, it } from 'vitest';
import { orderStatuses } from '#lib/context/ports/values.ts';
import { payStates } from '#lib/payments/values.ts';
import { partStates } from '#lib/store/values.ts';
import { offeredMoves } from './offered-moves.ts';
import { assertPartsMove, nextPartState } from './part-states.ts';

/** Returns whether a move is accepted and changes the state, as the rules of the routes decide it. */
function isAccepted(order: Parameters<typeof offeredMoves>[0], move: 'start' | 'ship' | 'refuse'): boolean {
  try {
    assertPartsMove(order);
    return nextPartState({ ...order.part, vendorId: 'vnd_1' }, move) !== null;
  } catch {
    return false;
  }
}

const given = { state: 'done', way: 'balance', amountMinor: 100 } as const;

describe('the moves that a seller is offered', () => {
  it('are those that the part accepts, in every state of the order and its payment', () => {
    for (const status of orderStatuses)
      for (const payState of payStates)
        for (const [state, refund] of partStates.flatMap((one) => [[one, null] as const, [one, given] as const])) {
          const order = { status, payState, part: { state, cancelRequest: null, refund } };
          expect({ order, ...offeredMoves(order) }).toMatchObject({
            order,
            start: isAccepted(order, 'start'),
            ship: isAccepted(order, 'ship'),
            refuse: isAccepted(order, 'refuse'),
          });
        }
  });

  it('correct the tracking of a part that is on its way, and nothing once the order is finished', () => {
    const part = { state: 'shipped', cancelRequest: null, refund: null } as const;

    expect(offeredMoves({ status: 'shipped', payState: 'paid', part })).toEqual({
      ...{ start: false, ship: false, track: true, refuse: false, answer: false },
    });
    expect(offeredMoves({ status: 'completed', payState: 'paid', part }).track).toBe(false);
    expect(offeredMoves({ status: 'shipped', payState: 'refund_pending', part }).track).toBe(false);
  });

  it('answer a request to cancel while it is open, and not once the money of the order goes back', () => {
    const asked = (state: 'open' | 'declined') => ({
      state: 'pending' as const,
      refund: null,
      cancelRequest: {
        ...{ state, reason: 'Too late', answer: null, remindedAt: null },
        at: '2026-01-01T00:00:00.000Z',
      },
    });

    expect(offeredMoves({ status: 'paid', payState: 'paid', part: asked('open') }).answer).toBe(true);
    expect(offeredMoves({ status: 'paid', payState: 'paid', part: asked('declined') }).answer).toBe(false);
    expect(offeredMoves({ status: 'paid', payState: 'refunded', part: asked('open') }).answer).toBe(false);
  });
});
