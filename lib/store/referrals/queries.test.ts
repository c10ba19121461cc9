import { expect, it } from 'vitest';
import { testContext } from '#tests/support/context.ts';
import { expectServed, expectTotalServed } from '#tests/support/served-query.ts';
import * as queries from './queries.ts';

it('queries of referrals are all served by declared indexes', async () => {
  const { data } = await testContext();

  expectServed(data, queries.codesOf('usr_1', 5));
  expectServed(data, queries.rewardsOf('usr_1', 50));
  expectTotalServed(queries.ordersOfReferrer('usr_1'));
  expectServed(data, queries.pendingRewards(100));
  expectServed(data, queries.firstPaidOrders('usr_1', 1));
  expect(Object.keys(queries)).toHaveLength(5);
});
