import { describe, expect, it } from 'vitest';
import { testContext } from '#tests/support/context.ts';
import { expectServed } from '#tests/support/served-query.ts';
import * as queries from './queries.ts';

describe('queries of messaging', () => {
  it('are all served by declared indexes', async () => {
    const { data } = await testContext();

    for (const type of [undefined, 'group'] as const)
      for (const refId of [undefined, 'prd_1'])
        for (const vendorId of [undefined, 'vnd_1'])
          for (const kind of [undefined, 'quote'])
            expectServed(data, queries.conversationsByLatest('usr_1', { type, refId, vendorId, kind }, 20));
    expectServed(data, queries.conversationsUpwards('usr_1', 20));
    expectServed(data, queries.conversationsByListChange('usr_1', 1));
    expectServed(data, queries.membershipsOf('usr_1', 20));
    expectServed(data, queries.messagesFrom('cvs_1', 1, 50));
    expectServed(data, queries.messagesOf('cvs_1', 'usr_1', 200));
    expectServed(data, queries.messagesChangedAfter('cvs_1', 7, 100));
    expectServed(data, queries.blocksBy('usr_1', 20));
    expectServed(data, queries.blocksOf('usr_1', 20));
    expectServed(data, queries.requestsForOrder('ord_1', 20));
    expectServed(data, queries.ringingFor('usr_1', 1));
    for (const side of ['callerId', 'calleeId'] as const)
      expectServed(data, queries.callsOf(side, 'usr_1', 'active', 10));
    expect(Object.keys(queries)).toHaveLength(12);
  });
});
