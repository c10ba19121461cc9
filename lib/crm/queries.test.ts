import { describe, expect, it } from 'vitest';
import { testContext } from '#tests/support/context.ts';
import { expectServed } from '#tests/support/served-query.ts';
import * as queries from './queries.ts';
import { threadStatuses } from './threads/values.ts';

const at = '2026-01-01T00:00:00.000Z';

describe('queries of the inbox', () => {
  it('are all served by declared indexes', async () => {
    const { data } = await testContext();

    for (const status of [undefined, threadStatuses[0]])
      for (const sourceChannel of [undefined, 'help'])
        expectServed(data, queries.threadsByLatest({ status, sourceChannel }, 50));
    expectServed(data, queries.everyThread(50));
    expectServed(data, queries.threadsWith('ctc_1', 50));
    expectServed(data, queries.threadsBegun('help', at, at, 50));
    expectServed(data, queries.messagesNewestFirst(['thr_1', 'thr_2'], 50));
    expectServed(data, queries.messagesOf('thr_1', 50));
    expectServed(data, queries.bodiesOf('eml_1', 50));
    expectServed(data, queries.msgidsOf('thr_1', 50));
    expectServed(data, queries.draftsOf(['thr_1'], 50));
    expectServed(data, queries.tasksByDue({}, 50));
    expectServed(data, queries.tasksByDue({ statuses: ['open'] }, 50));
    expectServed(data, queries.tasksByDue({ threadIds: ['thr_1', 'thr_2'] }, 50));
    expectServed(data, queries.tasksByDue({ statuses: ['open'], threadIds: ['thr_1', 'thr_2'] }, 50));
    expectServed(data, queries.tasksPastDue('open', at, 50));
    for (const term of [undefined, 'n:ann'])
      for (const type of [undefined, 'vip']) expectServed(data, queries.contactsNewestFirst({ term, type }, 50));
    for (const status of [undefined, 'waiting'] as const)
      expectServed(data, queries.deadLettersNewestFirst(status, 50));
    expect(Object.keys(queries)).toHaveLength(13);
  });
});
