import { describe, expect, it } from 'vitest';
import { openClock } from '#tests/support/clock.ts';
import { Memo } from './memo.ts';

describe('Memo', () => {
  it('computes a value once for simultaneous callers, and again after the value has expired', async () => {
    const clock = openClock();
    const memo = new Memo(clock.now);
    let computed = 0;
    const ask = () => memo.get('stats', 1_000, async () => ++computed);

    expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
    clock.advance(999);
    expect(await ask()).toBe(1);
    clock.advance(1);
    expect(await ask()).toBe(2);
  });

  it('does not cache a failure', async () => {
    const memo = new Memo(openClock().now);

    await expect(memo.get('x', 1_000, () => Promise.reject(new Error('down')))).rejects.toThrow('down');

    expect(await memo.get('x', 1_000, async () => 'up')).toBe('up');
  });

  it('evicts a key that was read once before a key that is read repeatedly', async () => {
    const memo = new Memo(openClock().now, 2);
    const computed: string[] = [];
    const ask = (key: string) => memo.get(key, 1_000, async () => void computed.push(key));

    for (const key of ['tree', 'a', 'tree', 'b', 'tree', 'c', 'tree']) await ask(key);

    expect(computed).toEqual(['tree', 'a', 'b', 'c']);
  });

  it('computes a forgotten value again, also when it was forgotten during its computation', async () => {
    const memo = new Memo(openClock().now);
    const { promise, resolve } = Promise.withResolvers<string>();
    const stale = memo.get('tree', 1_000, () => promise);

    memo.forget('tree');
    resolve('old');

    expect(await stale).toBe('old');
    expect(await memo.get('tree', 1_000, async () => 'new')).toBe('new');
  });

  it('evicts the oldest key beyond its size', async () => {
    const memo = new Memo(openClock().now, 2);
    const computed: string[] = [];
    const ask = (key: string) => memo.get(key, 1_000, async () => void computed.push(key));

    for (const key of ['a', 'b', 'c', 'b', 'a']) await ask(key);

    expect(computed).toEqual(['a', 'b', 'c', 'a']);
  });
});
