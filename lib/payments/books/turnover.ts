import { DAY_MS } from '#lib/core/time.ts';
import { MAX_ROWS } from '#lib/data/query-plan.ts';
import type { Store } from '#lib/data/store.ts';
import { postingsSince } from '#lib/payments/queries.ts';

/** An account in one currency, from one time to before another. */
export type TurnoverSpan = {
  readonly account: string;
  readonly currency: string;
  readonly from: string;
  readonly until: string;
};

/**
 * Returns the sum of the postings of an account within a closed span, or null when there are none. A platform account
 * may have any number of postings there. They are summed day by day, because a sum is one synchronous call of SQLite.
 * The sums agree without a transaction, because no entry is booked in a closed month any more.
 */
export async function turnoverWithin(data: Store, { account, currency, from, until }: TurnoverSpan) {
  const booked = (since: string, to: string) => postingsSince(account, currency, since).where('at', '<', to);
  const whole = booked(from, until);
  const count = await data.count(whole.limit(MAX_ROWS));
  if (count === 0) return null;
  if (count < MAX_ROWS) return data.sum(whole, 'amountMinor');
  const [first] = (await data.find(whole.limit(1))).rows;
  let sum = 0;
  for (let since = first?.data.at ?? until; since < until; ) {
    const day = new Date(Date.parse(since) + DAY_MS).toISOString();
    const to = day < until ? day : until;
    sum += await data.sum(booked(since, to), 'amountMinor');
    since = to;
  }
  return sum;
}
