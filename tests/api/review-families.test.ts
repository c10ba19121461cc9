import { beforeEach, describe, expect, it } from 'vitest';
import { POST as report } from '#app/api/reports/route.ts';
import { PUT as vote } from '#app/api/store/products/[id]/reviews/[reviewId]/helpful/route.ts';
import { DELETE, GET, POST } from '#app/api/store/products/[id]/reviews/route.ts';
import { DAY_MS } from '#lib/core/time.ts';
import { Outbox, outboxIdOf } from '#lib/data/outbox.ts';
import { ProductFamilies, Products } from '#lib/store/collections.ts';
import { leavingFamily, planFamily } from '#lib/store/families/family-writes.ts';
import { getPublicProduct, updateProduct } from '#lib/store/products/products.ts';
import { Reviews } from '#lib/store/reviews/collections.ts';
import { regroupReviews } from '#lib/store/reviews/regroup-reviews.ts';
import { reviewIdOf } from '#lib/store/reviews/review-rules.ts';
import { reviewsRegroupTopic } from '#lib/store/reviews/topics.ts';
import { openShop } from '#tests/support/api-shop.ts';
import { call } from '#tests/support/call.ts';
import type { TestContext } from '#tests/support/context.ts';
import { addFamily } from '#tests/support/families.ts';
import { asReader, type Person, wrongRatings } from '#tests/support/reviews.ts';
import { addProduct } from '#tests/support/shop.ts';

const [small, large] = ['prd_small', 'prd_large'];
let world: TestContext;
let olena: Person;
let familyId: string;
let reviewId: string;
beforeEach(async () => {
  world = await openShop({});
  olena = await asReader(world);
  for (const id of [small, large]) await addProduct(world, id, 5, { title: 'Lamp' });
  familyId = await addFamily(world, small, large);
  reviewId = reviewIdOf(small, olena.user.id);
  await write(small);
});

const write = async (id: string, content = 'It bends where I read.') => {
  const written = await call(POST, { as: olena, params: { id }, body: { rating: 4, content } });
  await world.drain();
  return written;
};
const list = (id: string, headers: Record<string, string> = {}) => call(GET, { params: { id }, query: {}, headers });
const tagOf = async (id: string) => (await list(id)).headers.get('etag') ?? '';
const statusFor = async (id: string, tag: string) => (await list(id, { 'if-none-match': tag })).status;
const leave = (id: string) =>
  world.data.tx(async (t) => {
    const change = await leavingFamily(t, await t.need(Products, id));
    if (!change) throw new Error('no family');
    (await planFamily(t, change, world.now())).write(t);
  });

describe('a review of a family’s member that is not listed any more', () => {
  beforeEach(async () => {
    await updateProduct(world, small, { status: 'archived' });
    await world.drain();
  });

  it('stays on the pages of the others and in their rating', async () => {
    expect((await list(large)).body).toMatchObject({ reviews: [{ id: reviewId }], summary: { count: 1, average: 4 } });
    expect((await getPublicProduct(world, large)).rating).toEqual({ average: 4, count: 1 });
    expect(await wrongRatings(world)).toEqual([]);
  });

  it('can be reported while a page shows it, and deleted by its author', async () => {
    const tell = async () => {
      const as = await asReader(world);
      return (await call(report, { as, body: { entityId: reviewId, reasonCode: 'spam' } })).status;
    };
    expect(await tell()).toBe(202);
    await updateProduct(world, large, { status: 'archived' });
    expect(await tell()).toBe(404);

    expect((await call(DELETE, { as: olena, params: { id: small }, method: 'DELETE' })).status).toBe(200);
    expect((await world.data.need(Reviews, reviewId)).data.status).toBe('removed');
    expect(await wrongRatings(world)).toEqual([]);
  });
});

describe('a product that leaves its family', () => {
  it('takes its reviews along slice by slice, and the lists of both change', async () => {
    const tags = [await tagOf(large)];
    await leave(small);
    tags.push(await tagOf(large), await tagOf(small));
    await regroupReviews(world, { productId: small, from: familyId });

    expect((await world.data.need(Reviews, reviewId)).data.groupId).toBe(small);
    const next = await world.data.need(Outbox, outboxIdOf(reviewsRegroupTopic, `${small}:${familyId}`));
    expect(next.data.status).toBe('waiting');
    for (const tag of tags.slice(0, 2)) expect(await statusFor(large, tag)).toBe(200);
    expect(await statusFor(small, tags[2] ?? '')).toBe(200);
    await world.drain();
    expect((await list(large)).body).toMatchObject({ reviews: [], summary: { count: 0 } });
    expect(await wrongRatings({ ...world, now: () => new Date(world.now().getTime() + DAY_MS) })).toEqual([]);
  });

  it('is followed at once by a review that is edited, and the list of the family changes', async () => {
    await leave(small);
    const tag = await tagOf(large);
    await call(POST, { as: olena, params: { id: small }, body: { rating: 4, content: 'Still bends.' } });

    expect((await world.data.need(Reviews, reviewId)).data.groupId).toBe(small);
    expect(await statusFor(large, tag)).toBe(200);
  });

  it('is found by the audit when its reviews have not followed after an hour', async () => {
    await leave(small);
    expect(await wrongRatings(world)).toEqual([]);
    const later = { ...world, now: () => new Date(world.now().getTime() + DAY_MS) };
    expect(await wrongRatings(later)).toMatchObject([{ subject: reviewId }]);
    expect((await world.data.get(ProductFamilies, familyId))?.data.members).toHaveLength(1);
  });
});

describe('helpful votes', () => {
  const say = async (as: Person) =>
    (await call(vote, { as, params: { id: small, reviewId }, method: 'PUT' })).body.helpful;

  it('do not survive the deletion of the review', async () => {
    const taras = await asReader(world, 'Taras');
    expect(await say(taras)).toBe(1);
    await call(DELETE, { as: olena, params: { id: small }, method: 'DELETE' });
    await write(small, 'Quite another text.');

    expect((await list(small)).body.reviews).toMatchObject([{ helpful: 0 }]);
    expect((await call(GET, { as: taras, params: { id: small }, query: {} })).body.votes).toEqual([]);
    expect(await say(taras)).toBe(1);
    expect(await wrongRatings(world)).toEqual([]);
  });

  it('are recounted by the audit', async () => {
    await say(await asReader(world, 'Taras'));
    await world.data.update(Reviews, reviewId, { helpful: 3 });
    expect(await wrongRatings(world)).toMatchObject([{ subject: reviewId }]);
  });
});
