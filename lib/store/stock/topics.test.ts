import { describe, expect, it } from 'vitest';
import type { Writer } from '#lib/data/store.ts';
import { promiseCompaction } from './topics.ts';

/** When the compaction of a product that is sold at a moment becomes due, in milliseconds. */
function dueMs(productId: string, soldAtMs: number): number {
  const due: string[] = [];
  const writer = { set: (_: unknown, __: string, row: { availableAt: string }) => void due.push(row.availableAt) };
  promiseCompaction(writer as unknown as Writer, [productId], new Date(soldAtMs));
  return Date.parse(due[0] ?? '');
}

const noon = Date.parse('2026-03-01T12:00:00.000Z');

describe('promiseCompaction', () => {
  it('gathers the sales of one product within a second, and is never due at once', () => {
    const first = dueMs('prd_a', noon);
    expect(first).toBeGreaterThan(noon);
    expect(first).toBeLessThanOrEqual(noon + 1000);
    expect(dueMs('prd_a', first - 1)).toBe(first);
    expect(dueMs('prd_a', first)).toBe(first + 1000);
  });

  it('spreads products over the second, so that a whole shop is not compacted at one moment', () => {
    const tenths = Array.from({ length: 1000 }, (_, n) => Math.floor((dueMs(`prd_${n}`, noon) - noon - 1) / 100));
    const counts = Array.from({ length: 10 }, (_, tenth) => tenths.filter((one) => one === tenth).length);
    expect(Math.max(...counts)).toBeLessThan(200);
    expect(Math.min(...counts)).toBeGreaterThan(50);
  });
});
