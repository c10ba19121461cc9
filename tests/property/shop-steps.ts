import fc from 'fast-check';
import { orderStatuses } from '#lib/context/ports/values.ts';

/** The products of the model. */
export const productIds = ['mug', 'lamp', 'song'] as const;
export const SHOPPERS = 3;

const who = fc.nat(SHOPPERS - 1);
const product = fc.constantFrom(...productIds);
const qty = fc.integer({ min: 0, max: 4 });
const lines = fc.array(fc.record({ id: product, qty }), { maxLength: 3 });
/** The index of an order among those made so far, taken modulo their number. */
const order = fc.nat(5);

const single = fc.oneof(
  { weight: 4, arbitrary: fc.record({ op: fc.constant('cart'), who, lines }) },
  { weight: 4, arbitrary: fc.record({ op: fc.constant('hold'), who }) },
  {
    weight: 6,
    arbitrary: fc.record({
      op: fc.constant('order'),
      who,
      lines: fc.option(lines, { nil: null }),
      delivered: fc.boolean(),
      key: fc.option(fc.nat(3), { nil: null }),
    }),
  },
  { weight: 5, arbitrary: fc.record({ op: fc.constant('pay'), order }) },
  { weight: 3, arbitrary: fc.record({ op: fc.constant('card'), order }) },
  {
    weight: 6,
    arbitrary: fc.record({
      op: fc.constant('say'),
      order,
      status: fc.constantFrom('Approved', 'Approved', 'Approved', 'Declined', 'Expired', 'Refunded'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ op: fc.constant('cancel'), order }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('received'), order }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('again'), order }) },
  { weight: 4, arbitrary: fc.record({ op: fc.constant('wait'), minutes: fc.constantFrom(1, 14, 16, 41) }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('expire') }) },
  { weight: 3, arbitrary: fc.record({ op: fc.constant('compact'), product }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('stock'), product, delta: fc.integer({ min: -3, max: 4 }) }) },
  { weight: 4, arbitrary: fc.record({ op: fc.constant('move'), order, to: fc.constantFrom(...orderStatuses) }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('drain') }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('release') }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('payout') }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('reverse'), order }) },
);

/** Changes to the shards of a product. A merge needs a quiet day before it. */
const sharding = fc.oneof(
  { weight: 3, arbitrary: fc.record({ op: fc.constant('split'), product }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('level'), product }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('merge'), product }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('wait'), minutes: fc.constant(1_500) }) },
);
type ItemOf<A> = A extends fc.Arbitrary<infer T> ? T : never;
export type Single = ItemOf<typeof single> | ItemOf<typeof sharding>;

/** One step: a single action, or several at the same moment. */
export const step = fc.oneof(
  { weight: 5, arbitrary: single.map((one) => [one] as const) },
  { weight: 1, arbitrary: fc.array(single, { minLength: 2, maxLength: 4 }) },
);
export const history = fc.array(step, { minLength: 10, maxLength: 20, size: 'max' });

const busy = fc.oneof({ weight: 6, arbitrary: single }, { weight: 1, arbitrary: sharding });
/** Like `history`, in a shop whose stock is split and merged meanwhile. */
export const shardedHistory = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: busy.map((one) => [one] as const) },
    { weight: 1, arbitrary: fc.array(busy, { minLength: 2, maxLength: 4 }) },
  ),
  { minLength: 10, maxLength: 20, size: 'max' },
);
/** Like `shardedHistory`, but one action after another, so that two shops can run the same history. */
export const orderlyHistory = fc.array(busy, { minLength: 10, maxLength: 25, size: 'max' });
