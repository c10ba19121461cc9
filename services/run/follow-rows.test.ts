import { describe, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '#lib/core/time.ts';
import type { Store } from '#lib/data/store.ts';
import { soldHolds } from '#lib/store/queries.ts';
import { testRuntime } from '#tests/support/context.ts';
import { followRows } from './follow-rows.ts';

describe('followRows', () => {
  it('works once a minute while its listener is silent, and stops on close', async () => {
    const runtime = await testRuntime();
    const data: Store = { ...runtime.data, watch: () => () => undefined };
    let runs = 0;
    const work = async () => {
      runs += 1;
      return 0;
    };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    try {
      const following = followRows(
        { data, log: runtime.log },
        { query: soldHolds(1), work, failed: 'failed', everyMs: 1 },
      );

      await vi.advanceTimersByTimeAsync(2 * MINUTE_MS + 1);
      expect(runs).toBe(2);
      await following.close();

      await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
      expect(runs).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });
});
