import { expect, it } from 'vitest';
import { testContext } from '#tests/support/context.ts';
import { expectServed } from '#tests/support/served-query.ts';
import * as queries from './queries.ts';

it('queries of watches are all served by declared indexes', async () => {
  const { data } = await testContext();

  expectServed(data, queries.watchesOfProduct('prd_1', '2026-01-01T00:00:00.000Z', 100));
  expectServed(data, queries.watchesOfUser('usr_1', 100));
  expect(Object.keys(queries)).toHaveLength(2);
});
