import { describe, expect, it } from 'vitest';
import { minutesFrom } from '#lib/core/time.ts';
import { testAttempt } from '#tests/support/attempts.ts';
import { isPageExpired, nextCheck } from './check-times.ts';

const row = testAttempt({ status: 'pending' });
const begin = new Date(row.requestedAt);
const at = (minutes: number) => minutesFrom(begin, minutes);
const dueAfter = (minutes: number, patch = {}) => nextCheck({ ...row, ...patch }, new Date(at(minutes)));

describe('nextCheck', () => {
  it('schedules checks after 1, 2, 5, 10, 20 and 40 minutes, then hourly for four days', () => {
    const times: string[] = [];
    for (let due = nextCheck(row, begin); due !== null; due = nextCheck(row, new Date(due))) times.push(due);

    expect(times.slice(0, 8)).toEqual([1, 3, 8, 18, 38, 78, 138, 198].map(at));
    expect(times.at(-1)).toBe(at(78 + 94 * 60));
  });

  it('returns a future time even after missed checks', () => {
    expect(dueAfter(100)).toBe(at(138));
    expect(dueAfter(138)).toBe(at(198));
  });

  it('returns null for a finished attempt, and for a superseded attempt after 38 minutes', () => {
    for (const status of ['paid', 'declined', 'expired', 'voided', 'refunded', 'suspicious'])
      expect(dueAfter(1, { status })).toBeNull();
    expect(dueAfter(18, { status: 'superseded' })).toBe(at(38));
    expect(dueAfter(38, { status: 'superseded' })).toBeNull();
  });

  it('restarts the schedule for a claimed approval and for a refund of an old attempt', () => {
    expect(dueAfter(10_000, { status: 'expired', claimedAt: at(10_000) })).toBe(at(10_001));
    const refunding = { reason: 'excess', wantedAt: at(10_000), askedAt: null, promisedAt: null };
    expect(dueAfter(10_000, { status: 'paid', refundState: 'pending', refunding })).toBe(at(10_001));
  });
});

describe('isPageExpired', () => {
  it('waits until 25 minutes after the request, or until expiresAt, plus one minute of tolerance', () => {
    expect(isPageExpired(row, new Date(at(26)))).toBe(false);
    expect(isPageExpired(row, new Date(at(26.01)))).toBe(true);
    expect(isPageExpired({ ...row, expiresAt: at(30) }, new Date(at(31)))).toBe(false);
    expect(isPageExpired({ ...row, expiresAt: at(30) }, new Date(at(31.01)))).toBe(true);
    expect(isPageExpired({ ...row, expiresAt: at(10) }, new Date(at(11.01)))).toBe(true);
  });
});
