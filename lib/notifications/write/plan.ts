import { releaseAt } from '#lib/notifications/deliver/quiet-hours.ts';
import { nextDaily, nextHour, nextMonday } from '#lib/notifications/deliver/wall-time.ts';
import type { Preferences } from '#lib/notifications/schemas/preferences.ts';
import type {
  DeferReason,
  Frequency,
  NotificationPriority,
  NotificationType,
  NotSentReason,
  OutwardChannel,
} from '#lib/notifications/values.ts';

const DIGEST_HOUR = 9;

/** What becomes of a notification on one way out. */
export type Plan =
  | { readonly kind: 'due' }
  | { readonly kind: 'deferred'; readonly until: number; readonly reason: DeferReason }
  | { readonly kind: 'not_sent'; readonly reason: NotSentReason };

export type PlanQuestion = {
  readonly preferences: Preferences;
  readonly channel: OutwardChannel | 'sms';
  readonly type: NotificationType;
  readonly priority: NotificationPriority;
  readonly at: number;
};

const notSent = (reason: NotSentReason): Plan => ({ kind: 'not_sent', reason });

/**
 * Decides push and mail of one notification: the switches of the person first, then their hours and how often they want
 * to hear. Urgent news passes hours and frequency, never a switch.
 */
export function planOf(asked: PlanQuestion): Plan {
  const closed = closedBecause(asked);
  if (closed !== null) return notSent(closed);
  const { preferences, priority, at } = asked;
  if (priority === 'urgent') return { kind: 'due' };
  const digest = isDigested(asked) ? digestEnd(preferences.frequency, preferences.quietHours.timezone, at) : null;
  // A digest that falls into quiet hours waits for their end; all that wait for one end are one digest.
  if (digest !== null) return { kind: 'deferred', until: releaseAt(preferences.quietHours, digest), reason: 'digest' };
  const until = releaseAt(preferences.quietHours, at);
  return until > at ? { kind: 'deferred', until, reason: 'quiet_hours' } : { kind: 'due' };
}

/** Why a way is closed to this news by the person's switches, or null. */
export function closedBecause({
  preferences,
  channel,
  type,
}: Omit<PlanQuestion, 'priority' | 'at'>): NotSentReason | null {
  if (channel === 'sms') return 'channel_unavailable';
  const switches = preferences.types[type];
  if (!switches.enabled) return 'type_disabled';
  const isOn = channel === 'push' ? preferences.pushNotifications : preferences.emailNotifications;
  return isOn && switches[channel] ? null : 'channel_disabled';
}

function isDigested({ preferences: { frequency }, channel, priority }: PlanQuestion): boolean {
  if (frequency === 'immediate') return false;
  return channel === 'email' || priority === 'low' || priority === 'normal';
}

/** When the window of a digest ends: the next full hour, nine o'clock or Monday at nine, on the person's wall. */
export function digestEnd(frequency: Frequency, timezone: string, at: number): number {
  switch (frequency) {
    case 'immediate':
      return at;
    case 'hourly':
      return nextHour(timezone, at);
    case 'daily':
      return nextDaily(timezone, at, DIGEST_HOUR);
    case 'weekly':
      return nextMonday(timezone, at, DIGEST_HOUR);
  }
}
