import { describe, expect, it } from 'vitest';
import { sqliteHandleOf } from '#services/database/sqlite.ts';
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
    expectTotalServed(queries.postingsOfAccount('bank', 'UAH'), 'amountMinor');
    expectServed(data, queries.newestAttempts('usr_1', 'wallet_topup', 20));
    expectServed(data, queries.newestPostings('bank', 20));
    expectServed(data, queries.everyAttempt(20));
    expectServed(data, queries.callbacksOwed('2026-01-01T00:00:00.000Z', 20));
    expectServed(data, queries.oldestCallbacks('poison', 20));
    expectServed(data, queries.everyEntry(20));
    expectServed(data, queries.everyAccount(20));
    expectServed(data, queries.attemptsDue(at, 20));
    expectServed(data, queries.attemptsOfUser('usr_1', ['wallet_topup'], 20));
    expectServed(data, queries.attemptsBegunBetween('paid', { from: at, to: at }, 20));
    expectServed(data, queries.settlementsAccrued(20));
    expectServed(data, queries.settlementsOverpaid('vnd_1', 20));
    expectServed(data, queries.everyPayout(20));
    expect(Object.keys(queries)).toHaveLength(17);
  });
});
