import { describe, expect, it } from 'vitest';
import { openClock } from '#tests/support/clock.ts';
import { Memo } from './memo.ts';

describe('Memo', () => {
  it('computes once for all who ask at the same time, and again when the value has aged', async () => {
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

  it('does not keep a failure', async () => {
    const memo = new Memo(openClock().now);

    await expect(memo.get('x', 1_000, () => Promise.reject(new Error('down')))).rejects.toThrow('down');

    expect(await memo.get('x', 1_000, async () => 'up')).toBe('up');
  });

  it('drops what was asked for once before what is asked for all the time', async () => {
    const memo = new Memo(openClock().now, 2);
    const computed: string[] = [];
    const ask = (key: string) => memo.get(key, 1_000, async () => void computed.push(key));

    for (const key of ['tree', 'a', 'tree', 'b', 'tree', 'c', 'tree']) await ask(key);

    expect(computed).toEqual(['tree', 'a', 'b', 'c']);
  });

  it('computes anew what was made stale, also while it was being computed', async () => {
    const memo = new Memo(openClock().now);
    const { promise, resolve } = Promise.withResolvers<string>();
    const stale = memo.get('tree', 1_000, () => promise);

    memo.forget('tree');
    resolve('old');

    expect(await stale).toBe('old');
    expect(await memo.get('tree', 1_000, async () => 'new')).toBe('new');
  });

  it('forgets the oldest beyond its size', async () => {
    const memo = new Memo(openClock().now, 2);
    const computed: string[] = [];
    const ask = (key: string) => memo.get(key, 1_000, async () => void computed.push(key));

    for (const key of ['a', 'b', 'c', 'b', 'a']) await ask(key);

    expect(computed).toEqual(['a', 'b', 'c', 'a']);
  });
});
