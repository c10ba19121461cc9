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
  it('reports a product as hot after thirty writes within a minute, once', () => {
    const { noteMany } = heatAndClock();

    expect(noteMany(29, written)).toBe(0);
    expect(noteMany(1, written)).toBe(1);
    expect(noteMany(50, written)).toBe(0);
  });

  it('ignores writes older than a minute, and reports each hot minute again', () => {
    const { clock, noteMany } = heatAndClock();
    noteMany(29, written);
    clock.advance(MINUTE_MS);

    expect(noteMany(29, written)).toBe(0);
    expect(noteMany(1, written)).toBe(1);
    clock.advance(MINUTE_MS);
    expect(noteMany(30, written)).toBe(1);
  });

  it('reports a product as hot when more than one in twenty runs was aborted, from twenty runs on', () => {
    const { noteMany } = heatAndClock();

    expect(noteMany(2, { runs: 3, aborted: 2, wrote: true })).toBe(0);
    expect(noteMany(13, refused)).toBe(0);
    expect(noteMany(1, refused)).toBe(1);
  });

  it('counts neither rejected runs as writes nor runs of other products', () => {
    const { noteMany, heat } = heatAndClock();

    expect(noteMany(500, refused)).toBe(0);
    expect(noteMany(29, written, 'lamp') + noteMany(29, written)).toBe(0);
    expect([heat.isWarm('mug'), heat.isWarm('chair')]).toEqual([true, false]);
  });
});
