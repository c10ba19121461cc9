import { describe, expect, it } from 'vitest';
import { testContext } from '#tests/support/context.ts';
import { expectServed } from '#tests/support/served-query.ts';
import * as queries from './queries.ts';

const at = '2026-03-02T10:00:00.000Z';

describe('the queries of notifications', () => {
  it('are all served by indexes, with every filter on and off', async () => {
    const { data } = await testContext();

    for (const status of [undefined, 'unread', 'archived'] as const)
      for (const type of [undefined, 'WALLET'] as const)
        for (const priority of [undefined, 'high'] as const)
          for (const before of [undefined, at]) {
            const filter = { userId: 'usr_1', status, type, priority, before, after: before };
            expectServed(data, queries.newestFirst(filter, 20));
          }
    expectServed(data, queries.dueOf('usr_1', at, 10));
    expectServed(data, queries.dueByNow(at, 10));
    expectServed(data, queries.allOf('usr_1', 10));
    expectServed(data, queries.naming('usr_1', 10));
    expectServed(data, queries.deferredUntil(at, 10));
    expectServed(data, queries.deferredFor('usr_1', 'push', at, 10));
    expectServed(data, queries.deferredOf('usr_1', 10));
    expectServed(data, queries.deliveriesOf('ntf_1', 10));
    for (const userId of [undefined, 'usr_1'])
      for (const notificationId of [undefined, 'ntf_1'])
        for (const channel of [undefined, 'push'] as const)
          for (const status of [undefined, 'failed'] as const)
            expectServed(data, queries.deliveriesNewestFirst({ userId, notificationId, channel, status }, 10));
    expectServed(data, queries.countsByAge(10));
    expect(await data.count(queries.matching({ userId: 'usr_1', status: 'unread', type: 'WALLET' }))).toBe(0);
    expect(Object.keys(queries)).toHaveLength(12);
  });
});
