import { describe, expect, it } from 'vitest';
import { testContext } from '#tests/support/context.ts';
import { logFailure } from './log-failure.ts';

describe('logFailure', () => {
  it('passes every part on, and names the list and the request of a download that breaks', async () => {
    const ctx = await testContext();
    const lines: unknown[] = [];
    const logging = { ...ctx, log: (...line: unknown[]) => void lines.push(line) };
    async function* breaking() {
      yield 'a';
      throw new Error('the disk is gone');
    }

    const parts = logFailure(logging, 'orders', breaking());

    expect(await parts.next()).toEqual({ done: false, value: 'a' });
    await expect(parts.next()).rejects.toThrow('the disk is gone');
    expect(lines).toEqual([
      ['error', 'export.failed', expect.objectContaining({ list: 'orders', requestId: ctx.requestId })],
    ]);
  });

  it('ends the source when the client leaves, and logs nothing', async () => {
    const ctx = await testContext();
    const lines: unknown[] = [];
    let hasEnded = false;
    async function* endless() {
      try {
        while (true) yield 'a';
      } finally {
        hasEnded = true;
      }
    }
    const parts = logFailure({ ...ctx, log: (...line: unknown[]) => void lines.push(line) }, 'orders', endless());
    await parts.next();

    await parts.return(undefined);

    expect(hasEnded).toBe(true);
    expect(lines).toEqual([]);
  });
});
