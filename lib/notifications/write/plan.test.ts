import { describe, expect, it } from 'vitest';
import { defaultPreferences } from '#lib/notifications/deliver/default-preferences.ts';
import { mergedPreferences } from '#lib/notifications/deliver/preferences.ts';
import { isQuiet } from '#lib/notifications/deliver/quiet-hours.ts';
import { frequencies, notificationPriorities, notificationTypes, outwardChannels } from '#lib/notifications/values.ts';
import { type Plan, planOf } from './plan.ts';

// A Wednesday in Kyiv at 23:30 and at 12:30.
const night = Date.parse('2026-07-15T20:30:00.000Z');
const noon = Date.parse('2026-07-15T09:30:00.000Z');
const iso = (at: number) => new Date(at).toISOString();

/** The same rule, written from its table and not from the code. */
function decided(row: Row): Plan {
  if (!row.isTypeOn) return { kind: 'not_sent', reason: 'type_disabled' };
  if (!row.isChannelOn || !row.isSwitchOn) return { kind: 'not_sent', reason: 'channel_disabled' };
  if (row.priority === 'urgent') return { kind: 'due' };
  const isImportant = row.priority === 'high';
  const waitsForDigest = row.frequency !== 'immediate' && (row.channel === 'email' || !isImportant);
  if (waitsForDigest)
    return { kind: 'deferred', until: Date.parse(digests[row.hours][row.frequency]), reason: 'digest' };
  if (row.hours === 'quiet')
    return { kind: 'deferred', until: Date.parse('2026-07-16T05:00:00.000Z'), reason: 'quiet_hours' };
  return { kind: 'due' };
}

/**
 * When digests of these two times are sent. At night each waits until eight in the morning, or until its own later
 * time.
 */
const digests = {
  quiet: {
    immediate: '',
    hourly: '2026-07-16T05:00:00.000Z',
    daily: '2026-07-16T06:00:00.000Z',
    weekly: '2026-07-20T06:00:00.000Z',
  },
  open: {
    immediate: '',
    hourly: '2026-07-15T10:00:00.000Z',
    daily: '2026-07-16T06:00:00.000Z',
    weekly: '2026-07-20T06:00:00.000Z',
  },
} as const;

const yesNo = [true, false] as const;
const rows = outwardChannels.flatMap((channel) =>
  notificationPriorities.flatMap((priority) =>
    frequencies.flatMap((frequency) =>
      (['quiet', 'open'] as const).flatMap((hours) =>
        yesNo.flatMap((isTypeOn) =>
          yesNo.flatMap((isChannelOn) =>
            yesNo.map((isSwitchOn) => ({ channel, priority, frequency, hours, isTypeOn, isChannelOn, isSwitchOn })),
          ),
        ),
      ),
    ),
  ),
);
type Row = (typeof rows)[number];

describe('the delivery plan of a notification', () => {
  it(`follows the rules in ${rows.length} combinations of switches, priority, hours and frequency, for every type`, () => {
    const wrong = rows.flatMap((row) =>
      notificationTypes.flatMap((type) => {
        const preferences = mergedPreferences(defaultPreferences('Europe/Kyiv'), {
          [row.channel === 'push' ? 'pushNotifications' : 'emailNotifications']: row.isChannelOn,
          types: { [type]: { enabled: row.isTypeOn, [row.channel]: row.isSwitchOn } },
          quietHours: { enabled: true },
          frequency: row.frequency,
        });
        const at = row.hours === 'quiet' ? night : noon;
        const plan = planOf({ preferences, channel: row.channel, type, priority: row.priority, at });
        const want = decided(row);
        return JSON.stringify(plan) === JSON.stringify(want) ? [] : [{ ...row, type, plan, want }];
      }),
    );

    expect(wrong).toEqual([]);
    expect(rows).toHaveLength(512);
  });

  it('never sends a digest in quiet hours', () => {
    const preferences = mergedPreferences(defaultPreferences('Europe/Kyiv'), {
      quietHours: { enabled: true, start: '08:30', end: '11:15' },
      frequency: 'daily',
    });
    const plan = planOf({ preferences, channel: 'push', type: 'MESSAGE', priority: 'normal', at: night });

    expect(plan).toEqual({ kind: 'deferred', until: Date.parse('2026-07-16T08:15:00.000Z'), reason: 'digest' });
    expect(plan.kind === 'deferred' && isQuiet(preferences.quietHours, plan.until)).toBe(false);
  });

  it('sends nothing by SMS, with the reason “channel_unavailable”', () => {
    const asked = { preferences: defaultPreferences('UTC'), type: 'SYSTEM', priority: 'urgent', at: noon } as const;

    expect(planOf({ ...asked, channel: 'sms' })).toEqual({ kind: 'not_sent', reason: 'channel_unavailable' });
  });

  it.each([
    ['hourly', '2026-10-25T00:30:00.000Z', '2026-10-25T01:00:00.000Z'],
    ['daily', '2026-03-28T08:00:00.000Z', '2026-03-29T06:00:00.000Z'],
    ['daily', '2026-10-24T08:00:00.000Z', '2026-10-25T07:00:00.000Z'],
    ['weekly', '2026-10-19T06:00:00.000Z', '2026-10-26T07:00:00.000Z'],
    ['weekly', '2026-10-25T21:59:00.000Z', '2026-10-26T07:00:00.000Z'],
  ] as const)(
    'ends a %s window that starts at %s in the local time of Kyiv, also across clock changes',
    (frequency, at, end) => {
      const preferences = { ...defaultPreferences('Europe/Kyiv'), frequency };

      const plan = planOf({ preferences, channel: 'email', type: 'SYSTEM', priority: 'high', at: Date.parse(at) });

      expect(plan.kind === 'deferred' && iso(plan.until)).toBe(end);
    },
  );
});
