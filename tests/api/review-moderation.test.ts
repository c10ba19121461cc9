import { beforeEach, describe, expect, it } from 'vitest';
import { POST as block } from '#app/api/admin/entity-moderation/block/route.ts';
import { POST as dismiss } from '#app/api/admin/entity-moderation/dismiss/route.ts';
import { POST as restore } from '#app/api/admin/entity-moderation/restore/route.ts';
import { POST as uphold } from '#app/api/admin/entity-moderation/uphold/route.ts';
import { GET as seePicture } from '#app/api/media/[id]/route.ts';
import { POST as appeal } from '#app/api/moderation/appeals/route.ts';
import { POST as report } from '#app/api/reports/route.ts';
import { DELETE, GET, POST } from '#app/api/store/products/[id]/reviews/route.ts';
import { ModerationCases } from '#lib/admin/collections.ts';
import { readCase } from '#lib/admin/moderation/case-page.ts';
import { newestFirst } from '#lib/notifications/queries.ts';
import { MediaFiles } from '#lib/store/collections.ts';
import { Reviews } from '#lib/store/reviews/collections.ts';
import { reviewIdOf } from '#lib/store/reviews/review-rules.ts';
import { openShop } from '#tests/support/api-shop.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext } from '#tests/support/context.ts';
import { putReviewPicture } from '#tests/support/review-picture.ts';
import { asReader, type Person, wrongRatings } from '#tests/support/reviews.ts';
import { addProduct } from '#tests/support/shop.ts';

const lamp = 'prd_lamp';
const good = { rating: 5, content: 'It bends where I read.' };
const linked = { rating: 1, content: 'Cheaper at https://lamps.example' };
let world: TestContext;
let admin: Person;
let olena: Person;
let reviewId: string;
beforeEach(async () => {
  world = await openShop({});
  admin = await asUser(world, { role: 'admin' });
  olena = await asReader(world);
  await addProduct(world, lamp, 5, { title: 'Desk lamp' });
  reviewId = reviewIdOf(lamp, olena.user.id);
});

const write = async (body: unknown = good, as = olena) => {
  const written = await call(POST, { as, params: { id: lamp }, body });
  await world.drain();
  return written;
};
const tell = (as: Person, more: object = {}) =>
  call(report, { as, body: { entityId: reviewId, reasonCode: 'spam', ...more } });
const decide = async (route: typeof block, reason = 'An insult') => {
  const decided = await call(route, { as: admin, body: { entityId: reviewId, reason } });
  await world.drain();
  return decided;
};
const listed = async () => (await call(GET, { params: { id: lamp }, query: {} })).body;
const stored = async () => (await world.data.need(Reviews, reviewId)).data;
const caseOf = async () => (await world.data.get(ModerationCases, reviewId))?.data;
const need = async () => (await world.data.need(ModerationCases, reviewId)).data;
const told = async () =>
  (await world.data.find(newestFirst({ userId: olena.user.id }, 9))).rows.map(({ data }) => data.title);

describe('a review that waits', () => {
  it('has a case by a rule, and dismissing the case publishes it', async () => {
    await write(linked);

    expect(await caseOf()).toMatchObject({
      ...{ entityType: 'review', source: 'rule', status: 'open', ownerId: olena.user.id },
      ...{ title: 'Desk lamp', excerpt: 'Cheaper at https://lamps.example' },
    });
    expect(await readCase(admin, reviewId)).toMatchObject({
      context: { kind: 'review', review: { rating: 1, pendingFor: 'link' }, product: { title: 'Desk lamp' } },
    });
    expect((await decide(dismiss)).status).toBe(200);
    expect(await listed()).toMatchObject({ reviews: [{ rating: 1 }], summary: { count: 1 } });
    expect(await wrongRatings(world)).toEqual([]);
  });

  it('opens its case again when it waits anew, and shows the moderator the newest text', async () => {
    await write(linked);
    await write({ ...linked, content: 'Cheaper at https://other.example' });
    expect((await caseOf())?.excerpt).toContain('other.example');
    await decide(dismiss);
    await write(linked);

    expect(await caseOf()).toMatchObject({ status: 'open', decidedBy: null });
    expect((await listed()).summary.count).toBe(0);
  });
});

describe('a decision about a review that has changed', () => {
  const long = `${'It bends where I read, and the light is warm. '.repeat(6)}See https://lamps.example`;
  const decideOn = (version: number, route = dismiss) =>
    call(route, { as: admin, body: { entityId: reviewId, reason: 'Harmless', version } });

  it('is refused, whatever has changed: the end of the text, the rating or a picture', async () => {
    const picture = await putReviewPicture(olena, { isPublic: false });
    const changes = [
      { rating: 5, content: `${long} and https://more.example` },
      { rating: 1, content: `${long} and https://more.example` },
      { rating: 1, content: `${long} and https://more.example`, images: [picture] },
    ];
    await write({ rating: 5, content: long });
    for (const change of changes) {
      const { version } = await need();
      await write(change);
      expect(await decideOn(version)).toMatchObject({ status: 409, body: { details: { code: 'StaleVersion' } } });
    }
    expect((await decideOn((await need()).version)).status).toBe(200);
    expect((await listed()).reviews).toMatchObject([{ rating: 1, images: [{ fileId: picture }] }]);
  });

  it('is refused before the case knows of the change', async () => {
    await write({ rating: 5, content: long });
    const { version } = await need();
    await call(POST, { as: olena, params: { id: lamp }, body: { rating: 5, content: `${long}/other` } });

    expect(await decideOn(version)).toMatchObject({ status: 409, body: { details: { code: 'StaleVersion' } } });
    await world.drain();
    expect((await listed()).summary.count).toBe(0);
    expect((await need()).version).toBe(version + 1);
  });

  it('does not restore a review that was deleted and written again since the block', async () => {
    await write();
    await decide(block);
    const { version } = await need();
    await call(DELETE, { as: olena, params: { id: lamp }, method: 'DELETE' });
    await call(POST, { as: olena, params: { id: lamp }, body: linked });

    expect(await decideOn(version, restore)).toMatchObject({ status: 409 });
    expect((await listed()).summary.count).toBe(0);
  });
});

describe('a blocked review', () => {
  it('waits again after the restoration when it waited before, with an open case', async () => {
    await write(linked);
    await decide(block);
    await decide(restore);

    expect(await stored()).toMatchObject({ status: 'pending', pendingFor: 'link', wasHidden: false });
    expect(await need()).toMatchObject({ status: 'open', source: 'rule' });
    expect(await told()).toEqual(['Your review was hidden']);
    await decide(dismiss);
    expect((await listed()).summary.count).toBe(1);
    expect(await wrongRatings(world)).toEqual([]);
  });

  it('leaves the list and the rating with its pictures, and returns as it was', async () => {
    const picture = await putReviewPicture(olena, { isPublic: false });
    await write({ ...good, images: [picture] });
    const see = async () => (await call(seePicture, { params: { id: picture }, query: {} })).status;
    expect(await see()).toBe(200);

    expect((await decide(block)).body.item).toMatchObject({ entityType: 'review', status: 'blocked' });
    expect(await listed()).toMatchObject({ reviews: [], summary: { count: 0 } });
    expect(await see()).toBe(404);
    expect(await wrongRatings(world)).toEqual([]);
    expect((await decide(block)).status).toBe(200);

    await decide(restore);
    expect(await listed()).toMatchObject({ reviews: [{ rating: 5 }], summary: { count: 1 } });
    expect((await world.data.need(MediaFiles, picture)).data).toMatchObject({ uses: 1, publicUses: 1 });
    expect((await told()).toSorted()).toEqual(['Your review is visible again', 'Your review was hidden']);
    expect(await wrongRatings(world)).toEqual([]);
    // After the restoration it may be edited like any other.
    expect((await write()).body.review.status).toBe('published');
  });

  it('is not replaced, and never publishes itself by being deleted and written again', async () => {
    await write();
    await decide(block);

    expect(await write()).toMatchObject({ status: 409, body: { details: { code: 'ReviewHidden' } } });
    await call(DELETE, { as: olena, params: { id: lamp }, method: 'DELETE' });
    expect((await write()).body.review.status).toBe('pending');
    expect(await stored()).toMatchObject({ pendingFor: 'was_hidden', wasHidden: true });
    expect(await caseOf()).toMatchObject({ status: 'open', source: 'rule' });
    expect(await wrongRatings(world)).toEqual([]);
  });

  it('can be appealed by its author, and the appeal is granted by restoring it', async () => {
    await write();
    await decide(block);

    expect((await call(appeal, { as: olena, body: { entityId: reviewId, text: 'It is true' } })).status).toBe(201);
    await decide(restore, 'You are right');
    expect((await listed()).summary.count).toBe(1);
    expect(await told()).toContain('Your appeal was granted');
  });

  it('keeps an open appeal when its author writes it again, and waits for the answer', async () => {
    const writeAgain = async () => {
      await call(DELETE, { as: olena, params: { id: lamp }, method: 'DELETE' });
      await write({ rating: 4, content: 'It bends, mostly.' });
    };
    await write();
    await decide(block);
    await call(appeal, { as: olena, body: { entityId: reviewId, text: 'It is true' } });
    await writeAgain();

    expect(await need()).toMatchObject({ status: 'blocked', appealState: 'open', excerpt: 'It bends, mostly.' });
    await decide(uphold);
    expect(await told()).toContain('Your appeal was rejected');
    expect(await need()).toMatchObject({ status: 'open', source: 'rule' });
    expect((await listed()).summary.count).toBe(0);

    await decide(block);
    await call(appeal, { as: olena, body: { entityId: reviewId, text: 'It is true' } });
    await writeAgain();
    await decide(restore, 'You are right');
    expect((await listed()).summary.count).toBe(0);
    await decide(dismiss);
    expect((await listed()).reviews).toMatchObject([{ rating: 4 }]);
  });
});

describe('a reported review', () => {
  it('is hidden at once by the fifth credible reporter, and shown again when the case is dismissed', async () => {
    await write();
    for (let n = 0; n < 5; n++) {
      expect((await listed()).summary.count).toBe(1);
      expect((await tell(await asReader(world, `R${n}`))).status).toBe(202);
    }
    expect((await listed()).summary.count).toBe(0);
    expect(await caseOf()).toMatchObject({ status: 'open', isHidden: true, reportCount: 5 });
    expect(await wrongRatings(world)).toEqual([]);
    // Its author learns neither of the reports nor of an appeal that there is not.
    expect((await call(GET, { as: olena, params: { id: lamp }, query: {} })).body.mine?.status).toBe('pending');
    const refused = await write();
    expect([refused.status, refused.body.details]).toEqual([409, { code: 'ReviewHidden' }]);

    await decide(dismiss);
    expect((await listed()).summary.count).toBe(1);
    expect(await wrongRatings(world)).toEqual([]);
  });

  it('is not published by being deleted and written again while nobody has decided', async () => {
    await write();
    for (let n = 0; n < 5; n++) await tell(await asReader(world, `R${n}`));
    await call(DELETE, { as: olena, params: { id: lamp }, method: 'DELETE' });

    expect((await write()).body.review.status).toBe('pending');
    await decide(block);
    const refused = await write();
    expect(refused.body.details).toMatchObject({ code: 'ReviewHidden', appeal: expect.stringContaining(reviewId) });
  });

  it('is one that the reporter can read, and not their own', async () => {
    await write(linked);
    const other = await asReader(world);
    expect((await tell(other)).status).toBe(404);
    await decide(dismiss);
    expect((await tell(other)).status).toBe(202);
    expect((await tell(other, { kind: 'product' })).status).toBe(400);
    expect((await tell(olena)).status).toBe(400);
  });
});
