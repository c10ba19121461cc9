import { beforeEach, describe, expect, it } from 'vitest';
import { DELETE as unvote, PUT as vote } from '#app/api/store/products/[id]/reviews/[reviewId]/helpful/route.ts';
import { GET, POST, DELETE as remove } from '#app/api/store/products/[id]/reviews/route.ts';
import { PUT as reply } from '#app/api/vendor/reviews/[id]/reply/route.ts';
import { AuditLog } from '#lib/audit/collections.ts';
import { newestFirst } from '#lib/notifications/queries.ts';
import { Vendors } from '#lib/store/collections.ts';
import { reviewIdOf } from '#lib/store/reviews/review-rules.ts';
import { openShop } from '#tests/support/api-shop.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext } from '#tests/support/context.ts';
import { asReader, type Person } from '#tests/support/reviews.ts';
import { addProduct, addVendor } from '#tests/support/shop.ts';
import { everyRow } from '#tests/support/world.ts';

const lamp = 'prd_lamp';
const vase = 'prd_vase';
let world: TestContext;
let seller: Person;
let rival: Person;
let admin: Person;
let olena: Person;
let reviewId: string;
beforeEach(async () => {
  world = await openShop({});
  [seller, rival, admin, olena] = await Promise.all([
    asUser(world, { vendorId: 'vnd_lamps' }),
    asUser(world, { vendorId: 'vnd_vases' }),
    asUser(world, { role: 'admin' }),
    asReader(world),
  ]);
  await addVendor(world, 'vnd_lamps', { ownerId: seller.user.id, name: 'Lamps' });
  await addVendor(world, 'vnd_vases', { ownerId: rival.user.id });
  await addProduct(world, lamp, 5, { vendorId: 'vnd_lamps', title: 'Desk lamp' });
  await addProduct(world, vase, 5, { vendorId: 'vnd_vases' });
  await call(POST, { as: olena, params: { id: lamp }, body: { rating: 4, content: 'It bends.' } });
  reviewId = reviewIdOf(lamp, olena.user.id);
});

const say = (as: Person | null, text: string | null, more: object = {}, id = reviewId) =>
  call(reply, { ...(as && { as }), params: { id }, body: { text, ...more }, method: 'PUT' });
const listed = async (as?: Person) => (await call(GET, { ...(as && { as }), params: { id: lamp }, query: {} })).body;
const think = (route: typeof vote, as: Person, id = lamp, of = reviewId) =>
  call(route, { as, params: { id, reviewId: of }, method: route === vote ? 'PUT' : 'DELETE' });
const toldTo = async (person: Person) => {
  await world.drain();
  return (await world.data.find(newestFirst({ userId: person.user.id }, 9))).rows.map(({ data }) => data.title);
};

describe('PUT /api/vendor/reviews/{id}/reply', () => {
  it('sets one public reply, which its seller replaces and removes, and tells the author of the first', async () => {
    expect((await say(seller, 'Thank you!')).body.review.reply).toEqual({
      text: 'Thank you!',
      at: world.now().toISOString(),
    });
    expect((await listed()).reviews).toMatchObject([{ reply: { text: 'Thank you!' } }]);
    await say(seller, 'Thank you, Olena!');
    expect(await toldTo(olena)).toEqual(['Lamps replied to your review']);

    expect((await say(seller, null)).body.review.reply).toBeNull();
    expect((await listed()).reviews).toMatchObject([{ reply: null }]);
    const acts = (await everyRow(world.data, AuditLog)).filter(({ data }) => data.action === 'review.replied');
    expect(acts.map(({ data }) => data.actorId)).toEqual([seller.user.id, seller.user.id, seller.user.id]);
  });

  it('is refused to everyone else, and for a review that is gone', async () => {
    expect((await say(null, 'Hm')).status).toBe(401);
    expect(await say(olena, 'Hm')).toMatchObject({ status: 403, body: { details: { code: 'VendorNotApproved' } } });
    expect((await say(rival, 'Hm')).status).toBe(404);
    expect((await say(seller, 'Hm', {}, 'rev_none')).status).toBe(404);
    expect((await say(seller, ' ')).status).toBe(400);
    expect((await say(seller, 'x'.repeat(1_001))).status).toBe(400);
    expect((await say(seller, 'Hm', { reason: 'Because' })).status).toBe(400);
    await world.data.update(Vendors, 'vnd_lamps', { status: 'suspended' });
    expect((await say(seller, 'Hm')).status).toBe(403);
    await world.data.update(Vendors, 'vnd_lamps', { status: 'approved' });
    await call(remove, { as: olena, params: { id: lamp }, method: 'DELETE' });
    expect((await say(seller, 'Hm')).status).toBe(404);
  });

  it('is given by an administrator with a reason, which the seller reads', async () => {
    expect((await say(admin, 'We look into it', { reason: 'The seller is ill' })).status).toBe(200);

    expect(await toldTo(seller)).toContain('Product changed: Desk lamp');
  });
});

describe('PUT and DELETE /api/store/products/{id}/reviews/{reviewId}/helpful', () => {
  it('counts each person once, at the same time too, and takes it back', async () => {
    const people = await Promise.all(['A', 'B', 'C'].map((name) => asReader(world, name)));
    await Promise.all([...people, ...people].map((as) => think(vote, as)));
    const [first] = people;
    if (!first) throw new Error('nobody votes');

    expect(await listed(first)).toMatchObject({ reviews: [{ helpful: 3 }], votes: [reviewId] });
    expect((await think(unvote, first)).body).toEqual({ helpful: 2, mine: false });
    expect((await think(unvote, first)).body).toEqual({ helpful: 2, mine: false });
    expect(await listed(first)).toMatchObject({ reviews: [{ helpful: 2 }], votes: [] });
  });

  it('is refused to the author, to restricted accounts, and for a review that the page does not show', async () => {
    expect(await think(vote, olena)).toMatchObject({ status: 403, body: { details: { code: 'OwnReview' } } });
    expect((await think(vote, await asUser(world, { status: 'restricted' }))).status).toBe(403);
    expect((await think(vote, rival, vase)).status).toBe(404);
    expect((await think(vote, rival, lamp, 'rev_none')).status).toBe(404);
    expect((await think(vote, rival, 'prd_none')).status).toBe(404);
    await call(remove, { as: olena, params: { id: lamp }, method: 'DELETE' });
    expect((await think(vote, rival)).status).toBe(404);
  });
});
