import fc from 'fast-check';
import { blockEntity, dismissEntity, restoreEntity } from '#lib/admin/moderation/moderation.ts';
import { report } from '#lib/admin/moderation/reports.ts';
import { deleteUser } from '#lib/admin/users/delete-user.ts';
import { DAY_MS } from '#lib/core/time.ts';
import { ProductFamilies, Products } from '#lib/store/collections.ts';
import { planFamily } from '#lib/store/families/family-writes.ts';
import { reviewedOf } from '#lib/store/reviews/list-reviews.ts';
import { removeReview } from '#lib/store/reviews/remove-review.ts';
import { reviewIdOf } from '#lib/store/reviews/review-rules.ts';
import { voteReview } from '#lib/store/reviews/vote-review.ts';
import { writeReview } from '#lib/store/reviews/write-review.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { cancelOrder, withCredit } from '#tests/support/paying.ts';
import { asReader, buy, type Person } from '#tests/support/reviews.ts';
import { addProduct, addVendor } from '#tests/support/shop.ts';

const products = ['prd_lamp', 'prd_shade', 'prd_vase'] as const;
const vendorOf = { prd_lamp: 'vnd_lamps', prd_shade: 'vnd_lamps', prd_vase: 'vnd_vases' } as const;
const FAMILY = 'fam_lamps';
const contents = [
  'It bends where I read.',
  'See https://lamps.example',
  'The best lamp that I have bought in ten years.',
];

// One person and one product are drawn more often, so that steps meet.
const who = fc.constantFrom(0, 0, 0, 1, 2);
const product = fc.constantFrom('prd_lamp', 'prd_lamp', 'prd_lamp', ...products);
const rating = fc.integer({ min: 1, max: 5 });
const of = (op: 'delete' | 'hide' | 'restore' | 'dismiss' | 'report' | 'vote' | 'buy') =>
  fc.record({ op: fc.constant(op), who, product });

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ op: fc.constant('write'), who, product, rating, content: fc.constantFrom(...contents) }),
  },
  { weight: 3, arbitrary: of('delete') },
  { weight: 3, arbitrary: of('hide') },
  { weight: 3, arbitrary: of('restore') },
  { weight: 3, arbitrary: of('dismiss') },
  { weight: 1, arbitrary: of('report') },
  { weight: 2, arbitrary: of('vote') },
  { weight: 4, arbitrary: of('buy') },
  { weight: 4, arbitrary: fc.record({ op: fc.constant('refund'), order: fc.nat(3) }) },
  { weight: 3, arbitrary: fc.record({ op: fc.constant('family'), size: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('purge'), who }) },
);
export type ReviewStep = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Steps one after another; now and then two at the same moment. */
export const reviewHistory = fc.array(
  fc.oneof({ weight: 4, arbitrary: step.map((one) => [one] as const) }, { weight: 1, arbitrary: fc.tuple(step, step) }),
  { minLength: 6, maxLength: 14, size: 'max' },
);

const first = { who: 0, product: 'prd_lamp' } as const;
/** A history in which the shop refuses nothing, with every kind of step. */
export const wholeHistory: readonly (readonly [ReviewStep] | readonly [ReviewStep, ReviewStep])[] = [
  [{ op: 'write', ...first, rating: 5, content: contents[0] ?? '' }],
  [{ op: 'vote', ...first }],
  [{ op: 'buy', ...first }],
  [{ op: 'report', ...first }],
  [{ op: 'dismiss', ...first }],
  [{ op: 'hide', ...first }],
  [{ op: 'restore', ...first }],
  [{ op: 'family', size: 2 }],
  [{ op: 'refund', order: 0 }],
  [{ op: 'delete', ...first }],
  [{ op: 'write', ...first, rating: 2, content: contents[1] ?? '' }],
  [{ op: 'dismiss', ...first }],
  [{ op: 'purge', who: 0 }],
];

export type ReviewModel = {
  readonly world: TestContext;
  readonly admin: Person;
  readonly people: readonly Person[];
  readonly orders: string[];
};

/** Opens a shop of two sellers with three products, and three shoppers. One report hides a review. */
export async function openReviewModel(): Promise<ReviewModel> {
  const world = await testContext({
    vars: { PAYMENT_CREDIT_BALANCE_ACCEPTED_ORDER_CURRENCIES: 'UAH,EUR,USD', MODERATION_AUTO_HIDE_REPORTS: '1' },
  });
  await addVendor(world, 'vnd_lamps');
  await addVendor(world, 'vnd_vases');
  for (const id of products) await addProduct(world, id, 100, { vendorId: vendorOf[id] });
  const admin = await asUser(world, { role: 'superadmin' });
  const people = await Promise.all(
    ['Olena', 'Taras', 'Iryna'].map(async (name) => withCredit(await asReader(world, name), 10_000_000)),
  );
  return { world, admin, people, orders: [] };
}

/** Performs one step. Throws the shop's refusal. */
export async function performReview(model: ReviewModel, one: ReviewStep): Promise<unknown> {
  const { world, admin, people, orders } = model;
  if (one.op === 'family') return setFamily(world, products.slice(0, one.size));
  if (one.op === 'refund') return cancelOrder(admin, orders[one.order % Math.max(orders.length, 1)] ?? 'ord_none');
  const person = people[one.who];
  if (!person) throw new Error('nobody acts');
  if (one.op === 'purge') return deleteUser(admin, person.user.id);
  const row = await world.data.need(Products, one.product);
  const entityId = reviewIdOf(one.product, person.user.id);
  const other = people[(one.who + 1) % people.length] ?? person;
  switch (one.op) {
    case 'write':
      return writeReview(person, row, { rating: one.rating, content: one.content, images: [] });
    case 'delete':
      return removeReview(person, one.product);
    case 'hide':
      return blockEntity(admin, { entityId, reason: 'An insult' });
    case 'restore':
      return restoreEntity(admin, { entityId });
    case 'dismiss':
      return dismissEntity(admin, { entityId });
    case 'report':
      return report(other, { entityId, reasonCode: 'spam' });
    case 'vote':
      return voteReview(other, reviewedOf(row), { reviewId: entityId, isHelpful: true });
    case 'buy':
      return orders.push(await buy(person, one.product));
  }
}

/** Makes the first products a family, or leaves them single. */
async function setFamily({ data, now }: TestContext, members: readonly string[]): Promise<void> {
  await data.tx(async (t) => {
    const row = await t.get(ProductFamilies, FAMILY);
    const values = ['S', 'M'];
    const after = {
      vendorId: 'vnd_lamps',
      options: [{ name: 'Size', names: {}, values: values.map((value) => ({ value, labels: {} })) }],
      members: members.map((productId, at) => ({ productId, values: [values[at] ?? ''] })),
    };
    const planned = await planFamily(t, { id: FAMILY, before: row?.data ?? null, after }, now());
    planned.write(t);
  });
}

/** Runs all promised effects, and returns the world at a time when none may still be on its way. */
export async function settle({ world }: ReviewModel): Promise<TestContext> {
  await world.drain();
  const later = new Date(world.now().getTime() + DAY_MS);
  return { ...world, now: () => later };
}

/** Returns the review that a step is a decision about, if it is one. */
export function decidedBy({ people }: ReviewModel, step: ReviewStep): readonly string[] {
  if (step.op !== 'dismiss' && step.op !== 'restore') return [];
  return people.slice(step.who, step.who + 1).map(({ user }) => reviewIdOf(step.product, user.id));
}
