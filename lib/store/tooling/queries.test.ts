import { expect, it } from 'vitest';
import { testContext } from '#tests/support/context.ts';
import { expectServed } from '#tests/support/served-query.ts';
import * as queries from './queries.ts';

it('queries of tokens are all served by declared indexes', async () => {
  const { data } = await testContext();

  expectServed(data, queries.tokensNewestFirst('vnd_1', 20));
  expectServed(data, queries.liveTokens('vnd_1', '2026-01-01T00:00:00.000Z', 20));
  expect(Object.keys(queries)).toHaveLength(2);
});
