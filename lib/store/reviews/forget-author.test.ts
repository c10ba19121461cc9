import { expect, it } from 'vitest';
import { deleteUser } from '#lib/admin/users/delete-user.ts';
import { DAY_MS } from '#lib/core/time.ts';
import { Products } from '#lib/store/collections.ts';
import { reviewsQuery } from '#lib/store/schemas/review.ts';
import { asUser } from '#tests/support/context.ts';
import { payingShopper } from '#tests/support/paying.ts';
import { asReader, wrongRatings } from '#tests/support/reviews.ts';
import { everyRow } from '#tests/support/world.ts';
import { Reviews, ReviewVotes } from './collections.ts';
import { listReviews, reviewedOf } from './list-reviews.ts';
import { reviewIdOf } from './review-rules.ts';
import { voteReview } from './vote-review.ts';
import { writeReview } from './write-review.ts';

it('a purge takes back the votes of an account, names its reviews by nobody, and no vote follows', async () => {
  const world = await payingShopper();
  const mug = await world.data.need(Products, 'mug');
  const olena = await asReader(world);
  const authors = await Promise.all(Array.from({ length: 23 }, (_, n) => asReader(world, `A${n}`)));
  for (const author of [...authors, olena])
    await writeReview(author, mug, { rating: 4, content: `A mug of ${author.user.name}`, images: [] });
  const vote = (n: number) =>
    voteReview(olena, reviewedOf(mug), { reviewId: reviewIdOf('mug', authors[n]?.user.id ?? ''), isHelpful: true });
  for (let n = 1; n < authors.length; n++) await vote(n);
  expect((await everyRow(world.data, Reviews)).filter(({ data }) => data.helpful === 1)).toHaveLength(22);

  await deleteUser(await asUser(world, { role: 'superadmin' }), olena.user.id);
  // A request that began before the deletion.
  await expect(vote(0)).rejects.toMatchObject({ code: 'AccountRestricted' });
  await world.drain();

  expect(await everyRow(world.data, ReviewVotes)).toEqual([]);
  expect((await everyRow(world.data, Reviews)).every(({ data }) => data.helpful === 0)).toBe(true);
  const shown = await listReviews(world, reviewedOf(mug), reviewsQuery.parse({ limit: '100' }));
  const names = shown.reviews.map(({ author: { name } }) => name);
  expect(names.filter((name) => name === 'Deleted user')).toHaveLength(1);
  expect(names).not.toContain('Olena');
  const later = { ...world, now: () => new Date(world.now().getTime() + DAY_MS) };
  expect(await wrongRatings(later)).toEqual([]);
});
