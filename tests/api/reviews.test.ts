import { beforeEach, describe, expect, it } from 'vitest';
import { DELETE, GET, POST } from '#app/api/store/products/[id]/reviews/route.ts';
import { Users } from '#lib/auth/collections.ts';
import { DAY_MS, HOUR_MS } from '#lib/core/time.ts';
import { newestFirst } from '#lib/notifications/queries.ts';
import { Products } from '#lib/store/collections.ts';
import { ReviewSums, Reviews } from '#lib/store/reviews/collections.ts';
import { reviewIdOf } from '#lib/store/reviews/review-rules.ts';
import { openShop } from '#tests/support/api-shop.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext } from '#tests/support/context.ts';
import { cancelOrder, withCredit } from '#tests/support/paying.ts';
import { asBuyer, asReader, buy, type Person, wrongRatings } from '#tests/support/reviews.ts';
import { addProduct, addVendor } from '#tests/support/shop.ts';

const lamp = 'prd_lamp';
let world: TestContext;
let seller: Person;
let olena: Person;
beforeEach(async () => {
  world = await openShop({});
  seller = await asUser(world, { vendorId: 'vnd_lamps' });
  await addVendor(world, 'vnd_lamps', { ownerId: seller.user.id });
  await addProduct(world, lamp, 50, { vendorId: 'vnd_lamps', title: 'Desk lamp' });
  olena = await asReader(world);
});

const good = { rating: 5, content: 'It bends where I read.' };
const write = (as: Person | null, body: unknown = good, id = lamp) =>
  call(POST, { ...(as && { as }), params: { id }, body });
const list = (query: Record<string, string | number | boolean> = {}, as?: Person, id = lamp) =>
  call(GET, { ...(as && { as }), params: { id }, query });
const remove = (as: Person, id = lamp) => call(DELETE, { as, params: { id }, method: 'DELETE' });
const productOf = async (id = lamp) => (await world.data.need(Products, id)).data;

describe('POST /api/store/products/{id}/reviews', () => {
  it('SI22 publishes a review and counts it in the same transaction', async () => {
    const { status, body } = await write(olena, { ...good, title: 'Bright' });

    expect(status).toBe(201);
    expect(body.review).toEqual({
      id: reviewIdOf(lamp, olena.user.id),
      ...{ productId: lamp, options: [], rating: 5, title: 'Bright', content: 'It bends where I read.', images: [] },
      ...{ author: { name: 'Olena' }, verifiedPurchase: false, helpful: 0, reply: null },
      ...{ createdAt: world.now().toISOString(), editedAt: null, status: 'published' },
    });
    expect((await productOf()).rating).toEqual({ sum: 5, count: 1 });
    expect((await world.data.need(ReviewSums, 'vnd_lamps')).data.by).toEqual([0, 0, 0, 0, 1]);
    expect(await wrongRatings(world)).toEqual([]);
    await world.drain();
    const told = await world.data.find(newestFirst({ userId: seller.user.id }, 5));
    expect(told.rows.map(({ data }) => [data.type, data.title])).toEqual([['ENTITY', 'New review: Desk lamp']]);
  });

  it('replaces the one review that a person has of a product', async () => {
    await write(olena);
    world.clock.advance(1_000);
    const again = await write(olena, { rating: 2, content: 'The joint is loose.' });

    expect(again.status).toBe(200);
    expect(again.body.review).toMatchObject({ rating: 2, title: null, editedAt: world.now().toISOString() });
    expect((await list()).body).toMatchObject({ reviews: [{ rating: 2 }], summary: { count: 1, average: 2 } });
    expect((await productOf()).rating).toEqual({ sum: 2, count: 1 });
  });

  it('counts concurrent reviews of several people once each, and repeated ones of one person once', async () => {
    const people = await Promise.all(['A', 'B', 'C', 'D'].map((name) => asReader(world, name)));
    const statuses = await Promise.all(
      [...people, olena, olena].map(async (as, at) => (await write(as, { ...good, rating: (at % 5) + 1 })).status),
    );

    expect(statuses.filter((status) => status === 201)).toHaveLength(5);
    expect((await list()).body.summary.count).toBe(5);
    expect(await wrongRatings(world)).toEqual([]);
  });

  it('marks a purchase of this very product, until the order is taken back', async () => {
    await addProduct(world, 'prd_other', 5, { vendorId: 'vnd_lamps' });
    const buyer = await withCredit(await asReader(world, 'Taras'), 1_000_000);
    await buy(buyer, 'prd_other');
    expect((await write(buyer)).body.review.verifiedPurchase).toBe(false);

    const orderId = await buy(buyer, lamp);
    await world.drain();
    expect((await list({ verified: true })).body).toMatchObject({
      reviews: [{ verifiedPurchase: true }],
      summary: { verified: 1 },
    });

    await cancelOrder(await asUser(world, { role: 'admin' }), orderId);
    await world.drain();
    expect((await list({ verified: true })).body).toMatchObject({ reviews: [], summary: { verified: 0, count: 1 } });
    expect(await wrongRatings(world)).toEqual([]);
  });

  it.each([
    ['a link', 'link', { content: 'Cheaper at https://lamps.example/deal' }],
    ['a bare address', 'link', { content: 'Cheaper at lamps-for-less.shop today' }],
    ['a title with a link', 'link', { title: 'www.lamps.example', content: 'See the title' }],
  ])('lets a review with %s wait for a moderator', async (_, cause, patch) => {
    const { status, body } = await write(olena, { ...good, ...patch });

    expect([status, body.review.status]).toEqual([201, 'pending']);
    expect((await world.data.need(Reviews, body.review.id)).data.pendingFor).toBe(cause);
    expect((await list()).body.summary.count).toBe(0);
    expect((await productOf()).rating.count).toBe(0);
    // A harmless text does not publish what waits.
    expect((await write(olena)).body.review.status).toBe('pending');
  });

  it('lets a new account wait that has bought nothing, and the same longer text under another product', async () => {
    const fresh = await asUser(world, { name: 'New' });
    expect((await write(fresh)).body.review.status).toBe('pending');
    const buyer = await withCredit(await asUser(world, { name: 'Buyer' }), 1_000_000);
    await buy(buyer, lamp);
    expect((await write(buyer)).body.review).toMatchObject({ status: 'published', verifiedPurchase: true });

    await addProduct(world, 'prd_other', 5, { vendorId: 'vnd_lamps' });
    const text = 'This is the best thing that I have bought in ten years.';
    expect((await write(olena, { ...good, content: text })).body.review.status).toBe('published');
    const copy = { ...good, content: text.toUpperCase().replaceAll(' ', '  ') };
    expect((await write(await asReader(world), copy, 'prd_other')).body.review.status).toBe('pending');
    // Also among many reviews with this text of one product, whatever their ids.
    await addProduct(world, 'prd_a', 5, { vendorId: 'vnd_lamps' });
    for (let n = 0; n < 21; n++) await write(await asReader(world), { ...good, content: text });
    expect((await write(await asReader(world), copy, 'prd_a')).body.review.status).toBe('pending');
    const again = await write(await asReader(world), { ...good, content: text });
    expect((await world.data.need(Reviews, again.body.review.id)).data.pendingFor).toBe('same_text');
  });

  it('refuses the seller of the product, a restricted account, a product that is not public and a stranger', async () => {
    await addProduct(world, 'prd_draft', 5, { vendorId: 'vnd_lamps', status: 'draft' });

    expect(await write(seller)).toMatchObject({ status: 403, body: { details: { code: 'OwnProduct' } } });
    expect(await write(await asUser(world, { status: 'restricted' }))).toMatchObject({
      status: 403,
      body: { details: { code: 'AccountRestricted' } },
    });
    expect((await write(olena, good, 'prd_draft')).status).toBe(404);
    expect((await write(olena, good, 'prd_none')).status).toBe(404);
    expect((await write(null)).status).toBe(401);
  });

  it.each([
    ['rating', { rating: 0 }],
    ['rating', { rating: 6 }],
    ['rating', { rating: 4.5 }],
    ['content', { content: '  ' }],
    ['content', { content: 'x'.repeat(4_001) }],
    ['title', { title: 'x'.repeat(121) }],
    ['images', { images: ['a', 'b', 'c', 'd', 'e'] }],
    ['images', { images: ['fil_a', 'fil_a'] }],
    ['images.0', { images: ['fil_none'] }],
    ['body', { status: 'published' }],
    ['body', { verifiedPurchase: true }],
  ])('refuses a body with a wrong %s', async (field, patch) => {
    const { status, body } = await write(olena, { ...good, ...patch });

    expect(status).toBe(400);
    expect(Object.keys(body.details ?? {})).toEqual([field]);
  });

  it('allows ten writes in an hour', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 11; n++) statuses.push((await write(olena)).status);
    expect(statuses).toEqual([201, ...Array.from({ length: 9 }, () => 200), 429]);
  });
});

describe('GET /api/store/products/{id}/reviews', () => {
  it('filters, sorts and pages without a gap', async () => {
    for (const rating of [5, 3, 5, 1, 4]) {
      world.clock.advance(1_000);
      await write(await asReader(world), { ...good, rating });
    }
    world.clock.advance(1_000);
    await write(await asBuyer(world, lamp), { ...good, rating: 2 });
    const ratings = async (query: Record<string, string | number>) => {
      const seen: number[] = [];
      let afterId: string | null = null;
      do {
        const page = await list({ ...query, limit: 2, ...(afterId !== null && { afterId }) });
        seen.push(...page.body.reviews.map(({ rating }) => rating));
        afterId = page.body.nextAfterId;
      } while (afterId !== null);
      return seen;
    };

    expect(await ratings({})).toEqual([2, 4, 1, 5, 3, 5]);
    expect(await ratings({ sortBy: 'rating_desc' })).toEqual([5, 5, 4, 3, 2, 1]);
    expect(await ratings({ sortBy: 'rating_asc' })).toEqual([1, 2, 3, 4, 5, 5]);
    expect(await ratings({ rating: 5 })).toEqual([5, 5]);
    expect(await ratings({ verified: 'true', sortBy: 'rating_asc' })).toEqual([2]);
    expect((await list()).body.summary).toEqual({
      ...{ count: 6, average: 3.3, verified: 1 },
      byRating: { '1': 1, '2': 1, '3': 1, '4': 1, '5': 2 },
    });
  });

  it.each([
    ['rating', 0],
    ['rating', 6],
    ['sortBy', 'helpful'],
    ['limit', 0],
    ['afterId', 'nonsense'],
    ['verified', 'x'],
  ])('refuses %s=%s', async (key, value) => {
    const { status, body } = await list({ [key]: value });
    expect([status, Object.keys(body.details ?? {})]).toEqual([400, expect.arrayContaining([key])]);
  });

  it('is kept by a caller without a session until a review changes, and never with one', async () => {
    await write(olena);
    const first = await list();
    const tag = first.headers.get('etag') ?? '';
    const ask = (as?: Person) =>
      call(GET, { ...(as && { as }), params: { id: lamp }, headers: { 'if-none-match': tag } });

    expect((await ask()).status).toBe(304);
    const own = await ask(olena);
    expect([own.status, own.headers.get('etag'), own.headers.get('cache-control')]).toEqual([
      200,
      null,
      'private, no-store',
    ]);
    await write(olena, { ...good, content: 'Still bends.' });
    expect((await ask()).status).toBe(200);
  });

  it('shows the caller their own review in any state, and nobody else', async () => {
    await write(olena, { ...good, content: 'See https://lamps.example' });

    expect((await list({}, olena)).body.mine).toMatchObject({ status: 'pending' });
    expect((await list({}, await asReader(world))).body).toMatchObject({ reviews: [], mine: null, votes: [] });
    expect((await list()).body).toMatchObject({ mine: null, votes: null });
    expect((await list({}, undefined, 'prd_none')).status).toBe(404);
  });
});

describe('DELETE /api/store/products/{id}/reviews', () => {
  it('removes the own review with its texts and its count, once', async () => {
    await write(olena);

    expect((await remove(olena)).body).toEqual({ deleted: true });
    expect((await remove(olena)).status).toBe(200);
    expect((await remove(await asReader(world))).status).toBe(404);
    expect((await remove(olena, 'prd_none')).status).toBe(404);
    const { data } = await world.data.need(Reviews, reviewIdOf(lamp, olena.user.id));
    expect(data).toMatchObject({ status: 'removed', content: '', title: null, textHash: null });
    expect((await list({}, olena)).body).toMatchObject({
      reviews: [],
      mine: null,
      summary: { count: 0, average: null },
    });
    expect(await wrongRatings(world)).toEqual([]);
    expect((await write(olena)).status).toBe(201);
  });

  it('is open to a restricted account, and for a product that is not public any more', async () => {
    await write(olena);
    await world.data.update(Products, lamp, { status: 'archived' });
    await world.data.update(Users, olena.user.id, { status: 'restricted' });

    expect((await remove(olena)).status).toBe(200);
    expect((await world.data.need(Reviews, reviewIdOf(lamp, olena.user.id))).data.status).toBe('removed');
  });

  it('does not publish what waited when it is written again', async () => {
    await write(olena, { ...good, content: 'See https://lamps.example' });
    await remove(olena);
    world.clock.advance(DAY_MS + HOUR_MS);

    expect((await write(olena)).body.review.status).toBe('pending');
  });
});
