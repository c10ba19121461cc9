import { describe, it } from 'vitest';
import { testContext } from '#tests/support/context.ts';
import { expectServed } from '#tests/support/served-query.ts';
import { ownCasesOf } from './appeals.ts';
import {
  casesOf,
  casesOfWith,
  casesWithOpenAppeal,
  decidedCases,
  newestCasesOf,
  openCases,
  reportsOf,
} from './moderation-queue.ts';
import { reportsBy } from './reports.ts';
import { reportedTypes } from './values.ts';

describe('queries of moderation', () => {
  it('are all served by declared indexes', async () => {
    const { data } = await testContext();

    for (const type of [undefined, ...reportedTypes]) {
      expectServed(data, openCases(type, 50));
      expectServed(data, decidedCases('blocked', type, 50));
      expectServed(data, casesWithOpenAppeal(type, 50));
    }
    expectServed(data, casesOf('usr_1', 50));
    expectServed(data, newestCasesOf('usr_1', 50));
    expectServed(data, casesOfWith('usr_1', 'open', 50));
    expectServed(data, ownCasesOf('usr_1', 50));
    expectServed(data, reportsOf('msg_1', 5));
    expectServed(data, reportsBy('usr_1', 50));
  });
});
