import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#lib/core/time.ts';
import type { AuditWalk } from '#lib/store/schemas/store-audit.ts';
import { firstWalk, walkOn } from './walk.ts';

const start = new Date('2026-03-02T10:00:00.000Z');
const inHours = (hours: number) => new Date(start.getTime() + hours * HOUR_MS);
const walkOf = (size: number, patch: Partial<AuditWalk> = {}): AuditWalk => ({
  ...{ startedAt: start.toISOString(), kind: 'products', after: null, walked: 0, until: 0, size },
  ...patch,
});

describe('walkOn', () => {
  it('walks everything in one audit the first time, when the size is unknown', () => {
    expect(firstWalk(start)).toMatchObject({ until: null, size: null });
    expect(walkOn(firstWalk(start), inHours(1)).until).toBeNull();
  });

  it('walks a million rows within 25 days, fewer than 2,000 per hour', () => {
    let walk = walkOf(1_000_000);
    let most = 0;
    let hours = 0;
    for (; walk.until !== null && walk.walked < 1_000_000; hours++) {
      walk = walkOn(walk, inHours(hours));
      const until = walk.until ?? 1_000_000;
      most = Math.max(most, until - walk.walked);
      walk = { ...walk, walked: until };
    }

    expect(hours * HOUR_MS).toBeLessThan(25 * DAY_MS);
    expect(most).toBeLessThan(2_000);
  });

  it('catches up after ten days without an audit', () => {
    expect(walkOn(walkOf(1_000_000), inHours(10 * 24)).until).toBeGreaterThan(450_000);
  });

  it('extends the walk in time when the store holds far more rows than in the previous walk', () => {
    expect(walkOn(walkOf(1_000, { walked: 1_000 }), inHours(20 * 24)).until).toBe(1_100);
    expect(walkOn(walkOf(1_000, { walked: 9_000 }), inHours(21 * 24)).until).toBeNull();
  });
});
