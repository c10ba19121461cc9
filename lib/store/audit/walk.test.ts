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

describe('the walk of the audit', () => {
  it('is done in one go the first time, when nobody knows how much there is', () => {
    expect(firstWalk(start)).toMatchObject({ until: null, size: null });
    expect(walkOn(firstWalk(start), inHours(1)).until).toBeNull();
  });

  it('comes through a million rows well within thirty days, an even part of them each hour', () => {
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

  it('takes up what was missed while the server stood still', () => {
    expect(walkOn(walkOf(1_000_000), inHours(10 * 24)).until).toBeGreaterThan(450_000);
  });

  it('comes to its end in time where far more has come to be than there was in the walk before', () => {
    expect(walkOn(walkOf(1_000, { walked: 1_000 }), inHours(20 * 24)).until).toBe(1_100);
    expect(walkOn(walkOf(1_000, { walked: 9_000 }), inHours(21 * 24)).until).toBeNull();
  });
});
