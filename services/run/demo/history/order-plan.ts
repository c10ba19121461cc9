import type { DemoVendorKey } from '#services/run/demo/values.ts';
import type { DemoBuyer } from './data.ts';
import { demoHistory } from './data.ts';

/** Who sold in the past of a demo: the approved sellers, and one who was suspended later. */
export type PastSeller = DemoVendorKey | 'attic';

export type OrderAct =
  | 'pay'
  | 'pay-by-hand'
  | 'start'
  | 'ship'
  | 'receive'
  | 'refuse'
  | 'ask-cancel'
  | 'accept-cancel'
  | 'decline-cancel'
  | 'cancel'
  | 'refund'
  | 'refund-part';

/** What happens to an order, some hours after it was placed, to the part of its first seller or of its second. */
export type OrderStep = { readonly after: number; readonly act: OrderAct; readonly part?: 0 | 1 };

/** A course that several orders take. Their ages lie between `from` and `to` days. */
type Course = {
  readonly count: number;
  readonly from: number;
  readonly to: number;
  readonly sellers?: 2;
  readonly steps: readonly OrderStep[];
};

const paid = { after: 0.2, act: 'pay' } as const;
const started = { after: 5, act: 'start' } as const;
const shipped = { after: 26, act: 'ship' } as const;
const received = { after: 98, act: 'receive' } as const;
const second = ({ after, act }: OrderStep, later: number): OrderStep => ({ after: after + later, act, part: 1 });

export const courses = {
  completed: { count: 12, from: 29.5, to: 7, steps: [paid, started, shipped, received] },
  completedOfTwo: {
    ...{ count: 4, from: 27, to: 9, sellers: 2 },
    steps: [paid, started, second(started, 3), shipped, second(shipped, 20), received, second(received, 24)],
  },
  // Files are there as soon as they are paid for.
  digital: { count: 3, from: 23, to: 1.2, steps: [paid] },
  // The buyer never confirmed: the shop does after 14 days.
  neverConfirmed: { count: 2, from: 22, to: 18, steps: [paid, shipped] },
  shipped: { count: 6, from: 6, to: 2, steps: [paid, started, shipped] },
  halfShipped: { count: 3, from: 4, to: 2, sellers: 2, steps: [paid, started, second(started, 2), shipped] },
  processing: { count: 4, from: 3, to: 0.6, steps: [paid, started] },
  paid: { count: 6, from: 2, to: 0.1, steps: [paid] },
  unpaid: { count: 2, from: 0.006, to: 0.002, steps: [] },
  canceledByBuyer: { count: 3, from: 24, to: 3, steps: [{ after: 0.3, act: 'cancel' }] },
  expired: { count: 2, from: 19, to: 6, steps: [] },
  partRefused: {
    ...{ count: 3, from: 26, to: 6, sellers: 2 },
    steps: [paid, second({ after: 8, act: 'refuse' }, 0), shipped, received],
  },
  // Paid by a transfer: the money of the refused part waits for an administrator.
  partOwed: {
    ...{ count: 2, from: 11, to: 5, sellers: 2 },
    steps: [{ after: 20, act: 'pay-by-hand' }, second({ after: 30, act: 'refuse' }, 0), { after: 44, act: 'ship' }],
  },
  refused: { count: 1, from: 13, to: 13, steps: [paid, { after: 11, act: 'refuse' }] },
  refunded: { count: 2, from: 21, to: 8, steps: [paid, started, { after: 40, act: 'refund' }] },
  cancelAsked: { count: 2, from: 1.5, to: 0.4, steps: [paid, { after: 4, act: 'ask-cancel' }] },
  cancelAccepted: {
    ...{ count: 1, from: 16, to: 16 },
    steps: [paid, { after: 6, act: 'ask-cancel' }, { after: 15, act: 'accept-cancel' }],
  },
  cancelDeclined: {
    ...{ count: 1, from: 5, to: 5 },
    steps: [paid, started, { after: 9, act: 'ask-cancel' }, { after: 13, act: 'decline-cancel' }, shipped],
  },
  lostOnTheWay: { count: 1, from: 15, to: 15, steps: [paid, shipped, { after: 240, act: 'refund-part' }] },
} as const satisfies Readonly<Record<string, Course>>;

/** A product of a seller, or a variant of it. */
type Good = { readonly slug: string; readonly values?: readonly string[] };

const named = (...slugs: readonly string[]): readonly Good[] => slugs.map((slug) => ({ slug }));

/** Goods that each seller had a month ago, in a number that no past uses up. */
const goods: Readonly<Record<PastSeller, readonly Good[]>> = {
  hlyna: [
    ...named('glazed-planter-blue', 'wildflower-seed-mix', 'ceramic-pour-over-dripper', 'snake-plant-tall'),
    ...named('set-of-four-side-plates', 'lake-planter'),
    { slug: 'lake-planter', values: ['18 cm'] },
  ],
  nord: [
    { slug: 'linen-work-apron', values: ['M', 'Indigo'] },
    ...named('market-tote', 'leather-key-loop', 'wool-desk-mat', 'linen-napkins-set-of-six', 'garden-lantern'),
    { slug: 'linen-work-apron', values: ['S', 'Natural'] },
  ],
  sova: named(
    'espresso-blend-kyiv-morning',
    'cloth-bound-notebook',
    'carpathians-art-print',
    'drawing-pencils-dozen',
    'home-budget-pad',
  ),
  attic: named(...demoHistory.sellers.suspended.goods.map(({ slug }) => slug)),
};
const files = demoHistory.goods.digital;
const SECOND_OF_DAY = 1 / 86_400;
const approved = ['hlyna', 'sova', 'nord'] as const;

export type PastOrder = {
  /** Names the order for a repeat after a crash. */
  readonly key: string;
  readonly daysAgo: number;
  readonly buyer: DemoBuyer;
  readonly sellers: readonly PastSeller[];
  readonly lines: readonly (Good & { readonly qty: number })[];
  /** Which of its options each seller delivers by, counted around. Null: by arrangement. */
  readonly option: number | null;
  readonly steps: readonly OrderStep[];
};

/** The orders of the past month, the same in every demo. */
export function pastOrders(): readonly PastOrder[] {
  const planned = Object.entries<Course>(courses).flatMap(([name, course]) =>
    Array.from({ length: course.count }, (_, n) => ({ name, course, n })),
  );
  return planned.map(({ name, course, n }, place) => {
    const { from, to, count, steps } = course;
    const sellers = sellersOf(name, course, n, place);
    return {
      ...{ key: `demo-${name}-${n}`, sellers, steps },
      // No two orders are placed in the same second.
      daysAgo: (count === 1 ? from : from - ((from - to) * n) / (count - 1)) + place * SECOND_OF_DAY,
      buyer: at(demoHistory.buyers, place * 5 + n),
      lines: name === 'digital' ? [fileLine(n)] : sellers.flatMap((seller, of) => linesOf(seller, place + of)),
      option: name === 'digital' || place % 4 === 3 ? null : place,
    };
  });
}

function sellersOf(name: string, { sellers }: Course, n: number, place: number): readonly PastSeller[] {
  // Before it was suspended.
  if (name === 'completed' && (n === 4 || n === 9)) return ['attic'];
  if (name === 'digital') return ['sova'];
  return sellers === 2 ? [at(approved, place), at(approved, place + 1)] : [at(approved, place)];
}

const linesOf = (seller: PastSeller, place: number): PastOrder['lines'] => [
  { ...at(goods[seller], place), qty: 1 + (place % 2) },
  ...(place % 3 === 0 ? [{ ...at(goods[seller], place + 1), qty: 1 }] : []),
  // A parcel and a file of one seller.
  ...(seller === 'sova' && place % 8 === 5 ? [fileLine(place)] : []),
];

const fileLine = (place: number) => ({ slug: at(files, place).slug, qty: 1 });

/** Returns an element of a list that starts again at its end. */
export function at<T>(list: readonly T[], place: number): T {
  const found = list[place % list.length];
  if (found === undefined) throw new Error('the list is empty');
  return found;
}
