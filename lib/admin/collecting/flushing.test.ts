import { describe, expect, it } from 'vitest';
import { COLLECTED_AT_ONCE } from '#lib/admin/limits.ts';
import { openFlushing } from './flushing.ts';

describe('openFlushing', () => {
  it('stores at once when enough has come together, and once only until that has begun', async () => {
    const stored: (readonly number[])[] = [];
    let held: number[] = [];
    const take = () => held.splice(0);
    const flushing = openFlushing(take, async (parts) => void stored.push(parts));

    held = [1];
    flushing.collected(COLLECTED_AT_ONCE - 1);
    await Promise.resolve();
    expect(stored).toEqual([]);
    flushing.collected(1);
    flushing.collected(1);
    await flushing.flush();

    expect(stored).toEqual([[1], []]);
  });

  it('stores one batch after the other', async () => {
    const first = Promise.withResolvers<void>();
    const began: number[] = [];
    let at = 0;
    const flushing = openFlushing(
      () => [at],
      async () => {
        at += 1;
        began.push(at);
        if (at === 1) await first.promise;
      },
    );

    const both = [flushing.flush(), flushing.flush()];
    await Promise.resolve();
    expect(began).toEqual([1]);
    first.resolve();
    await Promise.all(both);

    expect(began).toEqual([1, 2]);
  });
});
