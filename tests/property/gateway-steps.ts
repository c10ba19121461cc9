import fc from 'fast-check';
import type { AnswerFault, CallbackFault } from '#services/card-gateway/demo/faults.ts';

/** How far back from the latest: histories that stay with one order go deeper. */
const which = fc.constantFrom(0, 0, 0, 1, 2);
const yes = fc.constantFrom(false, false, false, true);

/** The fault of a callback; most callbacks have none or one. */
const fault: fc.Arbitrary<Partial<CallbackFault>> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  { weight: 3, arbitrary: fc.record({ copies: fc.integer({ min: 2, max: 4 }), isParallel: fc.boolean() }) },
  { weight: 2, arbitrary: fc.constant({ isHeld: true }) },
  { weight: 2, arbitrary: fc.constant({ isDropped: true }) },
  { weight: 1, arbitrary: fc.constant({ delayMs: 60_000 }) },
  { weight: 2, arbitrary: fc.record({ wrong: fc.constantFrom('signature', 'amount', 'currency', 'merchant') }) },
  {
    weight: 4,
    arbitrary: fc.record({
      send: fc.constantFrom('key', 'mislabelled', 'json', 'text'),
      amountAs: fc.constantFrom('short', 'decimal', 'text'),
      isShifted: fc.boolean(),
      hasNoCardPan: fc.boolean(),
      hasNoClientName: fc.boolean(),
    }),
  },
);

/** One step of a buyer, an admin, the clock or the gateway. */
const step = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('order'),
      who: fc.nat({ max: 1 }),
      product: fc.constantFrom('mug', 'lamp'),
      currency: fc.constantFrom('UAH', 'EUR'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('press'), which }) },
  {
    weight: 9,
    arbitrary: fc.record({ do: fc.constant('say'), which, wish: fc.nat({ max: 5 }), fault, isSilent: yes }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('replay'),
      which,
      status: fc.option(fc.constantFrom('Approved', 'Declined', 'Expired'), { nil: undefined }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('claim'),
      which,
      status: fc.constantFrom('Declined', 'Expired', 'InProcessing', null),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('trouble'),
      on: fc.constantFrom('pay', 'api'),
      fault: fc.constantFrom<AnswerFault>('error', 'garbage', 'lost', 'news_first'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('refund'), outcome: fc.constantFrom('pending', 'pending_then_done') }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('flush') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('release'), isReversed: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('poll'), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('credit'), which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('move'),
      which,
      to: fc.constantFrom('canceled', 'canceled', 'new', 'paid'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait'), minutes: fc.constantFrom(1, 6, 21, 26, 45) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('expire') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('follow') }) },
  // Callbacks, the waiting buyer, the sweeps and the follow-up, all in the same millisecond.
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rush'), which }) },
);
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
export const history: fc.Arbitrary<readonly Step[]> = fc.array(step, { minLength: 3, maxLength: 11, size: 'max' });

/** The next states that the gateway may give a payment, the likeliest first. */
export const ahead: Readonly<Record<string, readonly string[]>> = {
  Created: ['Approved', 'Declined', 'Expired', 'InProcessing', 'WaitingAuthComplete', 'Approved'],
  InProcessing: ['Approved', 'Declined', 'Expired'],
  WaitingAuthComplete: ['Approved', 'Voided'],
  Declined: ['Approved', 'Declined', 'Expired', 'InProcessing'],
  Expired: ['Approved'],
  Approved: ['Refunded', 'RefundInProcessing'],
  RefundInProcessing: ['Refunded'],
};

const press: Step = { do: 'press', which: 0 };
const says = (wish: number, more: Partial<Extract<Step, { do: 'say' }>> = {}): Step => ({
  do: 'say',
  which: 0,
  wish,
  fault: {},
  isSilent: false,
  ...more,
});
const wait = (minutes: 1 | 6 | 21 | 26 | 45): Step => ({ do: 'wait', minutes });
const claim = (status: 'Declined' | null): Step => ({ do: 'claim', which: 0, status });
const move = (to: 'canceled' | 'new'): Step => ({ do: 'move', which: 0, to });
const rush: Step = { do: 'rush', which: 0 };
const held = { fault: { isHeld: true } };

/**
 * One short history for each rare end and each fault, so that every run covers all of them. Each begins with an order
 * whose page is open; a wish is an index into `ahead`.
 */
export const rareEnds: readonly (readonly Step[])[] = [
  [says(0, { fault: { copies: 4, isParallel: true } })],
  [says(1), says(2)],
  [says(2), says(0)],
  [says(4), says(1)],
  [says(4), { do: 'follow' }],
  [says(4, held), says(0, { isSilent: true }), { do: 'release', isReversed: false }],
  [says(0, { fault: { wrong: 'amount' } })],
  [says(0, { fault: { wrong: 'currency' } })],
  [says(0, { fault: { wrong: 'signature' } }), { do: 'flush' }],
  [says(0, { fault: { wrong: 'merchant' } })],
  [says(0), says(0), { do: 'replay', which: 0, status: 'Approved' }],
  [says(0), says(1), says(0)],
  [wait(21), press, says(0), says(0, { which: 1 })],
  [wait(21), press, says(0, held), says(0, { which: 1, ...held }), { do: 'release', isReversed: true }],
  [says(1, held), wait(21), press, says(0), says(0, { which: 1 }), { do: 'release', isReversed: false }],
  [move('canceled'), says(0)],
  [{ do: 'credit', which: 0 }, { do: 'refund', outcome: 'pending' }, says(0), { do: 'follow' }, wait(45), rush],
  [{ do: 'credit', which: 0 }, { do: 'refund', outcome: 'pending_then_done' }, says(0), { do: 'follow' }],
  [{ do: 'trouble', on: 'api', fault: 'silence' }, says(0, { fault: { isDropped: true } }), wait(1), { do: 'follow' }],
  [{ do: 'credit', which: 0 }, says(0)],
  [says(2), claim('Declined'), says(0)],
  [says(0, { isSilent: true }), claim('Declined'), wait(1), { do: 'poll', which: 0 }, claim(null)],
  [says(0), claim('Declined'), { do: 'follow' }],
  [says(0, { fault: { isDropped: true } }), wait(6), { do: 'poll', which: 0 }],
  [says(2), { do: 'trouble', on: 'api', fault: 'error' }, says(0), wait(1), { do: 'follow' }],
  [wait(26), { do: 'trouble', on: 'pay', fault: 'lost' }, press, says(0)],
  [wait(26), { do: 'trouble', on: 'pay', fault: 'news_first' }, press],
  [says(0, held), wait(45), rush, { do: 'release', isReversed: false }],
  [says(2), wait(45), says(0, { fault: { delayMs: 60_000 } }), rush],
];
