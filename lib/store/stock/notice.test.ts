import { describe, expect, it } from 'vitest';
import { Outbox } from '#lib/data/outbox.ts';
import { from } from '#lib/data/query.ts';
import { testContext } from '#tests/support/context.ts';
import { hasTicker, noticeStock } from './notice.ts';

async function promisedAfter(ticker: 'on' | 'off', changes: readonly (readonly [before: number, after: number])[]) {
  const { data, env, now } = await testContext({ vars: { PROCESS_TICKER: ticker } });
  await data.batch((write) => {
    for (const [before, after] of changes) noticeStock(write, env, { productId: 'prd_mug', before, after, now: now() });
  });
  return data.count(from(Outbox).where('status', '==', 'waiting').orderBy('availableAt'));
}

describe('noticeStock', () => {
  it('enqueues one effect when a product sells out or is available again, without the ticker', async () => {
    expect(await promisedAfter('off', [[1, 0]])).toBe(1);
    expect(await promisedAfter('off', [[0, 4]])).toBe(1);
    expect(
      await promisedAfter('off', [
        [2, 0],
        [0, 2],
      ]),
    ).toBe(1);
  });

  it('enqueues nothing for other changes, nor with the ticker', async () => {
    expect(
      await promisedAfter('off', [
        [9, 1],
        [1, 9],
        [0, 0],
      ]),
    ).toBe(0);
    expect(await promisedAfter('on', [[1, 0]])).toBe(0);
  });
});

describe('hasTicker', () => {
  it('returns true by default and false on Vercel, unless PROCESS_TICKER is set', () => {
    expect(hasTicker({ PROCESS_TICKER: undefined, VERCEL: undefined })).toBe(true);
    expect(hasTicker({ PROCESS_TICKER: undefined, VERCEL: '1' })).toBe(false);
    expect(hasTicker({ PROCESS_TICKER: false, VERCEL: undefined })).toBe(false);
    expect(hasTicker({ PROCESS_TICKER: true, VERCEL: '1' })).toBe(true);
  });
});
