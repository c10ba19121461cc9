import { describe, expect, it } from 'vitest';
import { partStates } from '#lib/store/values.ts';
import { assertPartsMove, nextPartState, type PartMove, partMoves, partTable } from './part-states.ts';

const part = (state: (typeof partStates)[number]) => ({ state, vendorId: 'vnd_1', refund: null });
const refusal = expect.objectContaining({ status: 409, code: 'InvalidTransition' });

describe('the states of a part', () => {
  const allowed: Readonly<Record<(typeof partStates)[number], readonly PartMove[]>> = {
    pending: ['start', 'ship', 'deliver', 'refuse'],
    processing: ['start', 'ship', 'refuse'],
    shipped: ['ship', 'receive'],
    delivered: ['deliver', 'receive'],
    refused: ['refuse'],
  };

  it.each(partStates.flatMap((state) => partMoves.map((move) => [state, move] as const)))(
    'of a part that is %s decide whether it can %s',
    (state, move) => {
      if (allowed[state].includes(move)) expect(() => nextPartState(part(state), move)).not.toThrow();
      else expect(() => nextPartState(part(state), move)).toThrow(refusal);
    },
  );

  it('let a repeated call change nothing, and name the state in a refusal', () => {
    for (const [state, move] of [
      ['processing', 'start'],
      ['shipped', 'ship'],
      ['delivered', 'receive'],
      ['refused', 'refuse'],
    ] as const)
      expect(nextPartState(part(state), move)).toBeNull();
    expect(() => nextPartState(part('shipped'), 'refuse')).toThrow(
      expect.objectContaining({ details: { state: 'shipped' } }),
    );
  });

  it('let no part move any more whose money went back before it was sent', () => {
    const refund = { state: 'done', amountMinor: 100, way: 'balance' } as const;
    for (const move of ['ship', 'refuse'] as const)
      for (const state of ['pending', 'processing'] as const)
        expect(() => nextPartState({ ...part(state), refund }, move)).toThrow(refusal);
    expect(nextPartState({ ...part('shipped'), refund }, 'receive')).toBe('delivered');
  });

  it('never lead out of a refused or a delivered part', () => {
    for (const state of ['refused', 'delivered'] as const)
      expect(Object.values(partTable[state]).every((next) => next === 'same')).toBe(true);
  });
});

describe('the parts of an order', () => {
  it.each(['unpaid', 'pending', 'refund_pending', 'refunded', 'suspicious'] as const)(
    'do not move while its payment is %s',
    (payState) => {
      expect(() => assertPartsMove({ status: 'paid', payState })).toThrow(refusal);
    },
  );

  it.each(['new', 'completed', 'canceled'] as const)('do not move while the order is %s', (status) => {
    expect(() => assertPartsMove({ status, payState: 'paid' })).toThrow(refusal);
  });

  it.each(['paid', 'processing', 'shipped'] as const)('move while it is paid and %s', (status) => {
    expect(() => assertPartsMove({ status, payState: 'paid' })).not.toThrow();
  });
});
