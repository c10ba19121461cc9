import { describe, expect, it } from 'vitest';
import { openLanes } from './lanes.ts';

describe('lanes', () => {
  it('run work on the same key in order, without blocking other keys', async () => {
    const lanes = openLanes();
    const log: string[] = [];
    const { promise: open, resolve } = Promise.withResolvers<void>();
    const enter = (key: string, name: string, until: Promise<void> = Promise.resolve()) =>
      lanes.through([key], async () => {
        log.push(`${name} in`);
        await until;
        log.push(`${name} out`);
      });

    const first = enter('x', 'a', open);
    const second = enter('x', 'b');
    await enter('y', 'other');
    resolve();
    await Promise.all([first, second]);

    expect(log).toEqual(['a in', 'other in', 'other out', 'a out', 'b in', 'b out']);
  });

  it('are released after a failure', async () => {
    const lanes = openLanes();

    await expect(lanes.through(['x'], async () => Promise.reject(new Error('no')))).rejects.toThrow('no');

    expect(await lanes.through(['x'], async () => 'done')).toBe('done');
  });

  it('never deadlock, whatever the order of the keys', async () => {
    const lanes = openLanes();
    const keys = ['a', 'b', 'c', 'd'];
    let [inside, most] = [0, 0];

    await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        lanes.through([...keys.slice(i % 4), ...keys.slice(0, i % 4)], async () => {
          inside += 1;
          most = Math.max(most, inside);
          await Promise.resolve();
          inside -= 1;
        }),
      ),
    );

    expect(most).toBe(1);
  });
});
