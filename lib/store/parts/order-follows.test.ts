import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canTransition } from '#lib/store/orders/order-status.ts';
import { agreesWithParts, statusOfParts, stepsToStatus } from './order-follows.ts';

const AT = '2026-03-02T10:00:00.000Z';
const waiting = { state: 'pending', shippedAt: null, refund: null } as const;
const begun = { state: 'processing', shippedAt: null, refund: null } as const;
const sent = { state: 'shipped', shippedAt: AT, refund: null } as const;
const arrived = { state: 'delivered', shippedAt: AT, refund: null } as const;
const downloaded = { state: 'delivered', shippedAt: null, refund: null } as const;
const refused = { state: 'refused', shippedAt: null, refund: null } as const;
const refund = { state: 'done', amountMinor: 100, way: 'balance' } as const;
const [paidBack, begunPaidBack, sentPaidBack] = [
  { ...waiting, refund },
  { ...begun, refund },
  { ...sent, refund },
];

describe('the status of an order', () => {
  it.each([
    ['paid', [waiting, waiting]],
    ['paid', [waiting, downloaded]],
    ['paid', [waiting, refused]],
    ['processing', [begun, waiting]],
    ['processing', [sent, waiting]],
    ['processing', [arrived, waiting, refused]],
    ['shipped', [sent, arrived]],
    ['shipped', [sent, refused]],
    ['completed', [arrived, downloaded]],
    ['completed', [downloaded, refused]],
    ['canceled', [refused, refused]],
    ['canceled', [refused, paidBack]],
    ['paid', [waiting, begunPaidBack]],
    ['shipped', [sent, paidBack]],
    ['shipped', [sentPaidBack, refused]],
    ['completed', [arrived, begunPaidBack]],
  ] as const)('is %s for its parts', (status, parts) => {
    expect(statusOfParts(parts)).toBe(status);
  });

  it('goes through each step between', () => {
    expect(stepsToStatus('paid', [arrived])).toEqual(['processing', 'shipped', 'completed']);
    expect(stepsToStatus('processing', [sent, refused])).toEqual(['shipped']);
    expect(stepsToStatus('paid', [downloaded, refused])).toEqual(['completed']);
    expect(stepsToStatus('processing', [refused])).toEqual(['canceled']);
  });

  it('never goes back when the only begun part is refused', () => {
    expect(stepsToStatus('processing', [refused, waiting])).toEqual([]);
    expect(agreesWithParts('processing', [refused, waiting])).toBe(true);
    expect(agreesWithParts('processing', [begunPaidBack, waiting])).toBe(true);
    expect(agreesWithParts('processing', [waiting, waiting])).toBe(false);
  });

  it('only ever takes steps of the table of transitions (SI15), and ends where its parts lead (SI24)', () => {
    const part = fc.constantFrom(waiting, begun, sent, arrived, downloaded, refused, paidBack, begunPaidBack);
    fc.assert(
      fc.property(
        fc.constantFrom('paid' as const, 'processing' as const, 'shipped' as const),
        fc.array(part, { minLength: 1, maxLength: 4 }),
        (from, parts) => {
          const steps = stepsToStatus(from, parts);
          const path = [from, ...steps];
          for (const [i, to] of steps.entries())
            if (!(from === 'shipped' && to === 'canceled')) expect(canTransition(path[i] ?? from, to)).toBe(true);
          if (steps.length > 0) expect(steps.at(-1)).toBe(statusOfParts(parts));
        },
      ),
    );
  });
});
