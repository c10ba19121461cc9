import { describe, expect, it } from 'vitest';
import { gather } from './counters.ts';

const free = (...units: readonly number[]) => new Map(units.map((count, shard) => [shard, count]));

describe('gather', () => {
  it('moves nothing when the target has enough', () => {
    expect([...gather(free(0, 5, 9), 1, 5)]).toEqual([]);
  });

  it('takes the missing units from the fullest counters, and from as few as possible', () => {
    expect(gather(free(0, 1, 2, 7), 1, 6)).toEqual(
      new Map([
        [3, -5],
        [1, 5],
      ]),
    );
    expect(gather(free(1, 1, 2, 7), 0, 10)).toEqual(
      new Map([
        [3, -7],
        [0, 9],
        [2, -2],
      ]),
    );
  });

  it('removes as many units as it adds', () => {
    const moved = gather(free(3, 0, 4, 1, 1), 1, 9);

    expect([...moved.values()].reduce((sum, units) => sum + units, 0)).toBe(0);
    expect(moved.get(1)).toBe(9);
  });
});
