import { beforeEach, describe, expect, it } from 'vitest';
import { GET as seePicture } from '#app/api/media/[id]/route.ts';
import { DELETE, POST } from '#app/api/store/products/[id]/reviews/route.ts';
import { openShop } from '#tests/support/api-shop.ts';
import { call } from '#tests/support/call.ts';
import type { TestContext } from '#tests/support/context.ts';
import { putReviewPicture } from '#tests/support/review-picture.ts';
import { asReader, type Person } from '#tests/support/reviews.ts';
import { addProduct } from '#tests/support/shop.ts';

const lamp = 'prd_lamp';
const good = { rating: 5, content: 'It bends where I read.' };
let world: TestContext;
let olena: Person;
beforeEach(async () => {
  world = await openShop({});
  await addProduct(world, lamp, 50);
  olena = await asReader(world);
});

const write = (as: Person, body: unknown) => call(POST, { as, params: { id: lamp }, body });

describe('the pictures of a review', () => {
  it('are own uploads, and shown to everyone only while the review is published', async () => {
    const mine = await putReviewPicture(olena, { isPublic: false });
    const theirs = await putReviewPicture(await asReader(world, 'Other'), { isPublic: false });

    expect((await write(olena, { ...good, images: [theirs] })).status).toBe(400);
    expect((await write(olena, { ...good, images: [mine] })).body.review.images).toEqual([
      { fileId: mine, url: `/api/media/${mine}`, width: 64, height: 64 },
    ]);

    const see = async () => (await call(seePicture, { params: { id: mine }, query: {} })).status;
    expect(await see()).toBe(200);
    await write(olena, { ...good, content: 'See https://lamps.example', images: [mine] });
    expect(await see()).toBe(404);
  });

  it('are shown to nobody else once they are taken out, or the review is deleted', async () => {
    const [first, second] = [
      await putReviewPicture(olena, { isPublic: false }),
      await putReviewPicture(olena, { isPublic: false }),
    ];
    const see = (as?: Person) =>
      Promise.all(
        [first, second].map(
          async (id) => (await call(seePicture, { ...(as && { as }), params: { id }, query: {} })).status,
        ),
      );
    await write(olena, { ...good, images: [first, second] });
    expect(await see()).toEqual([200, 200]);
    await write(olena, { ...good, images: [second] });
    expect(await see()).toEqual([404, 200]);
    await call(DELETE, { as: olena, params: { id: lamp }, method: 'DELETE' });
    expect(await see()).toEqual([404, 404]);
    expect(await see(olena)).toEqual([200, 200]);
  });
});
