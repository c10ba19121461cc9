import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#lib/core/time.ts';
import { openClock } from '#tests/support/clock.ts';
import { openStockHeat } from './heat.ts';

const written = { runs: 1, aborted: 0, wrote: true };
const refused = { runs: 1, aborted: 0, wrote: false };

function heatAndClock() {
  const clock = openClock();
  const heat = openStockHeat(clock.now);
  const noteMany = (count: number, run: Parameters<typeof heat.note>[1], id = 'mug') =>
    Array.from({ length: count }, () => heat.note(id, run)).filter(Boolean).length;
  return { clock, heat, noteMany };
}

describe('openStockHeat', () => {
  it('calls a product hot from thirty writes within a minute, and says so once', () => {
    const { noteMany } = heatAndClock();

    expect(noteMany(29, written)).toBe(0);
    expect(noteMany(1, written)).toBe(1);
    expect(noteMany(50, written)).toBe(0);
  });

  it('forgets what is older than a minute, and tells of each hot minute anew', () => {
    const { clock, noteMany } = heatAndClock();
    noteMany(29, written);
    clock.advance(MINUTE_MS);

    expect(noteMany(29, written)).toBe(0);
    expect(noteMany(1, written)).toBe(1);
    clock.advance(MINUTE_MS);
    expect(noteMany(30, written)).toBe(1);
  });

  it('calls a product hot when more than one run in twenty was in vain, once there were twenty', () => {
    const { noteMany } = heatAndClock();

    expect(noteMany(2, { runs: 3, aborted: 2, wrote: true })).toBe(0);
    expect(noteMany(13, refused)).toBe(0);
    expect(noteMany(1, refused)).toBe(1);
  });

  it('is not moved by refusals, nor by other products', () => {
    const { noteMany, heat } = heatAndClock();

    expect(noteMany(500, refused)).toBe(0);
    expect(noteMany(29, written, 'lamp') + noteMany(29, written)).toBe(0);
    expect([heat.isWarm('mug'), heat.isWarm('chair')]).toEqual([true, false]);
  });
});
