import { describe, expect, it } from 'vitest';
import { windowsZonesSchema } from './calendar-time/schema.ts';
import { windowsZones, zonedTime } from './calendar-time.ts';

describe('the Windows time zones of invitations', () => {
  it('map to time zones that the runtime knows', () => {
    expect(windowsZonesSchema.parse(windowsZones)).toEqual(windowsZones);
    expect(windowsZonesSchema.safeParse({ 'FLE Standard Time': 'Europe/Nowhere' }).success).toBe(false);
  });

  it('convert a local time to UTC', () => {
    expect(zonedTime('2026-01-31T10:00:00', 'FLE Standard Time')).toBe('2026-01-31T08:00:00.000Z');
  });
});
