import { Users } from '#lib/auth/collections.ts';
import { systemContext } from '#lib/context/context.ts';
import { before, DAY_MS, SECOND_MS } from '#lib/core/time.ts';
import { Products } from '#lib/store/collections.ts';
import { ReviewSums, Reviews } from '#lib/store/reviews/collections.ts';
import { reviewIdOf } from '#lib/store/reviews/review-rules.ts';
import { addCounts, countsOf, noCounts, ratingOf } from '#lib/store/reviews/review-sums.ts';
import type { Review } from '#lib/store/schemas/review.ts';
import { makePerson } from '#tests/support/buyers.ts';
import type { Call, Client } from '#tests/support/http-client.ts';
import type { Buyer } from '#tests/support/purchase.ts';
import type { Server } from '#tests/support/server.ts';
import { measure, untilIdle } from './measure.ts';
import { type Gate, holdsGate, type Report } from './report.ts';
import type { World } from './world.ts';

const CONNECTIONS = 10;
const REVIEWS = 100_000;
const AT_ONCE = 500;
/** Each may write ten times an hour. */
const AUTHORS = 200;
/** Writes of one measurement. With its warm-up and three tries, it stays below the limit of all authors. */
const MOST = 350;

const ratingAt = (n: number): number => [5, 5, 5, 4, 4, 3, 2, 1][n % 8] ?? 5;

/** Gives a product as many reviews as no other has, and opens accounts that write more. */
async function openReviews({ runtime, productIds }: World, reviews = REVIEWS) {
  const productId = productIds[0] ?? '';
  const { vendorId } = (await runtime.data.need(Products, productId)).data;
  const now = runtime.now();
  let counts = noCounts;
  for (let from = 0; from < reviews; from += AT_ONCE)
    await runtime.data.batch((write) => {
      for (let n = from; n < Math.min(reviews, from + AT_ONCE); n++) {
        const review = reviewRow(n, productId, vendorId, before(now, n * 10 * SECOND_MS));
        counts = addCounts(counts, countsOf(review));
        write.create(Reviews, reviewIdOf(productId, review.userId), review);
      }
    });
  await runtime.data.batch((write) => {
    for (const id of [productId, vendorId])
      write.set(ReviewSums, id, {
        ...{ by: [...counts.by], verifiedBy: [...counts.verifiedBy] },
        ...{ rev: reviews, updatedAt: now.toISOString() },
      });
    write.update(Products, productId, { rating: ratingOf(counts) });
  });
  const authors: Buyer[] = [];
  for (let n = 0; n < AUTHORS; n++) {
    const author = await makePerson(runtime, { email: `author-${n}@bench.test`, role: 'visitor' });
    await runtime.data.update(Users, author.userId, { createdAt: before(now, 2 * DAY_MS) });
    authors.push(author);
  }
  await systemContext(runtime, 'req_bench_reviews').drain();
  return { productId, authors };
}

const reviewRow = (n: number, productId: string, vendorId: string, at: string): Review => ({
  ...{
    productId,
    groupId: productId,
    vendorId,
    userId: `usr_${String(n).padStart(20, '0')}`,
    authorName: `Buyer ${n}`,
  },
  ...{ rating: ratingAt(n), title: n % 3 === 0 ? 'As described' : null, content: `Bought twice, and used daily. ${n}` },
  ...{ verifiedPurchase: n % 2 === 0, orderId: n % 2 === 0 ? `ord_${String(n).padStart(20, '0')}` : null },
  ...{ status: 'published', pendingFor: null, wasHidden: false, textHash: null, locale: 'en', images: [] },
  ...{ helpful: n % 7, reply: null, editedAt: null, createdAt: at, updatedAt: at },
});

type Case = { readonly name: string; readonly gate: Gate; readonly call: (n: number) => Call; readonly most?: number };

/** Measures lists and writes of reviews. The effects of a write, such as indexing, count towards the write. */
export async function runReviewCases(world: World, server: Server, client: Client, report: Report, seconds: number) {
  const { productId, authors } = await openReviews(world);
  const path = `/api/store/products/${productId}/reviews`;
  const list = (query: string): Case => ({
    ...{ name: `20 of ${REVIEWS}${query === '' ? '' : ` ${query}`}`, gate: { cpu: 2, p99: 60 } },
    call: () => ({ path: `${path}?limit=20${query === '' ? '' : `&${query}`}`, gzip: true }),
  });
  const cases: readonly Case[] = [
    list(''),
    list('sortBy=rating_asc'),
    list('verified=true&rating=2'),
    {
      ...{ name: 'write', gate: { cpu: 4 }, most: MOST },
      call: (n) => ({
        ...{ method: 'POST', path, cookie: authors[n % authors.length]?.cookie ?? '' },
        body: { rating: ratingAt(n), content: `It does what it should, and it lasts. ${n}` },
      }),
    },
  ];
  let done = 0;
  for (const { name, gate, call, most } of cases) {
    const operation = async () => {
      const reply = await client.call(call(done++));
      const ok = reply.status === 200 || reply.status === 201;
      if (!ok) report.line(`reviews ${name}`, `${reply.status} ${reply.body.slice(0, 200)}`, 'INFO');
      return { ok, bytes: reply.bytes };
    };
    const prepare = () => untilIdle([server.pid]);
    const plan = { pids: [server.pid], connections: CONNECTIONS, seconds, prepare, holds: holdsGate(gate) };
    report.sample(`reviews ${name}`, await measure(operation, { ...plan, ...(most && { most }) }), gate);
  }
}
