import { describe, expect, it } from 'vitest';
import { isCoveredExactly } from '#lib/data/coverage.ts';
import { findPlanOf } from '#lib/data/query-plan.ts';
import { sqliteHandleOf } from '#services/database/sqlite-handle.ts';
import { testContext } from '#tests/support/context.ts';
import { expectServed, expectTotalServed } from '#tests/support/served-query.ts';
import * as queries from './queries.ts';

describe('queries of payments', () => {
  it('are all served by declared indexes', async () => {
    const at = '2026-01-01T00:00:00.000Z';
    const { data } = await testContext();
    expect(sqliteHandleOf(data)).toBeDefined();

    expectServed(data, queries.attemptsOfOrder('ord_1', 20));
    expectServed(data, queries.settlementsOfOrder('ord_1', 20));
    expectServed(data, queries.postingsOfEntry('entry', 20));
    expectTotalServed(queries.postingsSince('bank', 'UAH', at), 'amountMinor');
    expectServed(data, queries.postingsSince('bank', 'UAH', at).where('at', '<', at).limit(1));
    expectServed(data, queries.postingAfter('bank'));
    expectServed(data, queries.latestSnapshot('bank', 'UAH', at));
    expectServed(data, queries.everySnapshot(20));
    expectServed(data, queries.newestAttempts('usr_1', 'wallet_topup', 20));
    expectServed(data, queries.newestPostings('bank', 20));
    expectServed(data, queries.everyAttempt(20));
    expectServed(data, queries.callbacksOwed('2026-01-01T00:00:00.000Z', 20));
    expectServed(data, queries.oldestCallbacks('poison', 20));
    expectServed(data, queries.everyEntry(20));
    expectServed(data, queries.everyAccount(20));
    const span = { from: at, to: at };
    expectServed(data, queries.attemptsChanged(span, 20));
    expectServed(data, queries.settlementsChanged(span, 20));
    expectServed(data, queries.accountsChanged(span, 20));
    expectServed(data, queries.entriesMade(span, 20));
    expectServed(data, queries.snapshotsMade(span, 20));
    expectServed(data, queries.payoutsMade(span, 20));
    expectServed(data, queries.attemptsDue(at, 20));
    expectServed(data, queries.latestAttemptsOfUser('usr_1', 20));
    expectServed(data, queries.attemptsOfUser('usr_1', ['wallet_topup'], 20));
    expectServed(data, queries.attemptsBegunBetween('paid', { from: at, to: at }, 20));
    expectServed(data, queries.settlementsAccrued(20));
    expectServed(data, queries.settlementsOverpaid('vnd_1', 'UAH', 20));
    expectServed(data, queries.everyPayout(20));
    expectServed(data, queries.attemptsWithRefund('failed', 20));
    expectServed(data, queries.callbacksInState('orphan', 20));
    expectServed(data, queries.partRefundsDue(at, 20));
    expectServed(data, queries.partRefundsInState('owed', 20));
    expectServed(data, queries.partRefundsOfOrder('ord_1', 20));
    expectServed(data, queries.callbacksOfAttempt('P000000000-1', 20));
    expectServed(data, queries.settlementsOfVendor({ vendorId: 'vnd_1' }, 20));
    expectServed(data, queries.settlementsOfVendor({ vendorId: 'vnd_1', state: 'payable' }, 20));
    for (const field of ['grossMinor', 'commissionMinor', 'netMinor'] as const)
      expectTotalServed(queries.settlementsSummed('vnd_1', 'payable', 'UAH'), field);
    expectServed(data, queries.payoutsOfVendor('vnd_1', 20));
    for (const purpose of [undefined, 'store_order'] as const)
      for (const processor of [undefined, 'cardgw'] as const)
        for (const status of [undefined, 'paid'] as const) {
          const query = queries.ledgerNewestFirst({ purpose, processor, status }, 20);
          const { collection, shape } = findPlanOf(query);

          expectServed(data, query);
          // Merging two indexes would read every row with one of the two values but not the other.
          expect(isCoveredExactly(collection.indexes, shape)).toBe(true);
        }
    expectServed(data, queries.statementsNewestFirst(1));
    expect(Object.keys(queries)).toHaveLength(38);
  });
});
