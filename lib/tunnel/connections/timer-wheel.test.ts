import { describe, expect, it } from 'vitest';
import { TimerWheel } from './timer-wheel.ts';

const THREE_DAYS = 3 * 24 * 3_600;

describe('TimerWheel', () => {
  it('returns each entry once at its second, also when the clock jumps ahead', () => {
    const wheel = new TimerWheel<string>(1_000);
    wheel.add('a', 1);
    wheel.add('b', 25);
    wheel.add('c', 10_000);

    expect(wheel.turnTo(1_000)).toEqual([]);
    expect(wheel.turnTo(1_001)).toEqual(['a']);
    expect(wheel.turnTo(1_024)).toEqual([]);
    expect(wheel.turnTo(5_000).sort()).toEqual(['b', 'c']);
    wheel.add('d', 0);
    expect(wheel.turnTo(5_001)).toEqual(['d']);
  });

  it('keeps turning when the clock is set back', () => {
    const wheel = new TimerWheel<string>(THREE_DAYS + 1_000);
    wheel.add('a', 2);
    wheel.add('b', 25);

    expect(wheel.turnTo(1_000)).toEqual([]);
    expect(wheel.turnTo(1_001)).toEqual(['a']);
    expect(wheel.turnTo(1_023)).toEqual([]);
    expect(wheel.turnTo(1_024)).toEqual(['b']);
    expect(wheel.turnTo(1_023)).toEqual([]);
  });
});
