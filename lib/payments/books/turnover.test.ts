import { expect, it } from 'vitest';
import { DAY_MS } from '#lib/core/time.ts';
import { JournalPostings } from '#lib/payments/collections.ts';
import { type TestContext, testContext } from '#tests/support/context.ts';
import { turnoverWithin } from './turnover.ts';

const from = '2026-01-01T00:00:00.000Z';
const until = '2026-01-04T12:00:00.000Z';
const span = { account: 'gateway:manual', currency: 'UAH', from, until };

/** Books one posting of 1 every `everyMs`, from the start of the span. Some fall after its end. */
async function book({ data }: TestContext, count: number, everyMs: number): Promise<void> {
  for (let begin = 0; begin < count; begin += 400)
    await data.batch((write) => {
      for (let n = begin; n < Math.min(count, begin + 400); n++)
        write.create(JournalPostings, `posting-${n}`, {
          ...{ entryId: `entry-${n}`, account: span.account, amountMinor: 1, currency: span.currency },
          at: new Date(Date.parse(from) + n * everyMs).toISOString(),
        });
    });
}

/** Records the sums, each as the number of rows it covers. */
function countSums(ctx: TestContext) {
  const sums: number[] = [];
  const data: TestContext['data'] = {
    ...ctx.data,
    async sum(query, field) {
      sums.push(await ctx.data.count(query));
      return ctx.data.sum(query, field);
    },
  };
  return { data, sums };
}

it('turnoverWithin sums a busy account day by day, at most one day’s postings per query', async () => {
  const ctx = await testContext();
  await book(ctx, 1_600, DAY_MS / 400);
  const { data, sums } = countSums(ctx);

  expect(await turnoverWithin(data, span)).toBe(1_400);

  expect(sums).toEqual([400, 400, 400, 200]);
});

it('turnoverWithin sums a quiet account in one query and returns null without postings', async () => {
  const ctx = await testContext();
  await book(ctx, 30, DAY_MS / 5);
  const { data, sums } = countSums(ctx);

  expect(await turnoverWithin(data, span)).toBe(18);
  expect(await turnoverWithin(data, { ...span, currency: 'EUR' })).toBeNull();

  expect(sums).toEqual([18]);
});
