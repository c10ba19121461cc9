import { describe, expect, it } from 'vitest';
import { testContext } from '#tests/support/context.ts';
import { expectServed, expectTotalServed } from '#tests/support/served-query.ts';
import * as queries from './queries.ts';

const at = '2026-01-01T00:00:00.000Z';

describe('queries of stock and orders', () => {
  it('are all served by declared indexes', async () => {
    const { data } = await testContext();

    expectServed(data, queries.expiredHoldsOf('prd_1', at, 20));
    expectServed(data, queries.expiredHolds(at, 20));
    expectServed(data, queries.holdsInState('prd_1', 'sold', 20));
    expectServed(data, queries.holdsOfUser('usr_1', ['active', 'bound'], 20));
    expectServed(data, queries.storedResponsesOf('usr_1', 20));
    expectServed(data, queries.addressesOf('usr_1', 20));
    expectServed(data, queries.deliveriesOf('vnd_1', 20));
    expectServed(data, queries.boughtOrders('usr_1', 20));
    expectServed(data, queries.mediaWithBytes('vnd_1', 'sha', 20));
    expectServed(data, queries.mediaDue('staged', at, 20));
    expectServed(data, queries.mediaOfPerson('usr_1', 'review', 20));
    expectServed(data, queries.holdsOfOrder('ord_1', 20));
    expectServed(data, queries.movementsOf('prd_1', 20));
    expectServed(data, queries.ordersToExpire(at, 20));
    expectServed(data, queries.ordersSince('shipped', at, 20));
    expectServed(data, queries.ordersWithPartsDue(at, 20));
    expectServed(data, queries.ordersWithParts(['vnd_1:pending', 'vnd_1:processing'], 20));
    expectServed(data, queries.eventsOf('ord_1', 20));
    expectServed(data, queries.mailsOfOrder('ord_1', 20));
    expectServed(data, queries.everyLevel(20));
    expectServed(data, queries.everyOrder(20));
    const span = { from: at, to: at };
    expectServed(data, queries.levelsChanged(span, 20));
    expectServed(data, queries.shardsChanged(span, 20));
    expectServed(data, queries.holdsChanged(span, 20));
    expectServed(data, queries.movementsMade(span, 20));
    expectServed(data, queries.ordersChanged(span, 20));
    expectServed(data, queries.eventsMade(span, 20));
    expectServed(data, queries.auditsNewestFirst(20));
    expectServed(data, queries.auditsFinishedLast(1));
    expectServed(data, queries.shardedProducts(20));
    expectServed(data, queries.shardsChangedLast(20));
    expectServed(data, queries.soldHolds(20));
    expectServed(data, queries.ordersToNumber(20));
    expectTotalServed(queries.unitsHeld('prd_1', ['active', 'bound', 'sold']), 'qty');
    expectTotalServed(queries.unitsMoved('prd_1'), 'delta');
    expectTotalServed(queries.ordersWithPartsSince(['vnd_1:refused'], at));
    // With the list of orders below, these are all queries. Add a new query here.
    expect(Object.keys(queries)).toHaveLength(37);
  });

  it.each(
    [{}, { userId: 'usr_1' }].flatMap((user) =>
      [{}, { vendorId: 'vnd_1' }].flatMap((vendor) =>
        [{}, { status: 'new' as const }].map((status) => ({ ...user, ...vendor, ...status })),
      ),
    ),
  )('list orders filtered by %o with a declared index', async (filter) => {
    const { data } = await testContext();

    expectServed(data, queries.ordersNewestFirst(filter, 20));
  });
});
