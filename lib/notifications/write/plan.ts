import { releaseAt } from '#lib/notifications/deliver/quiet-hours.ts';
import { nextDaily, nextHour, nextMonday } from '#lib/notifications/deliver/wall-time.ts';
import { DIGEST_HOUR } from '#lib/notifications/limits.ts';
import type { Preferences } from '#lib/notifications/schemas/preferences.ts';
import type {
  DeferReason,
  Frequency,
  NotificationPriority,
  NotificationType,
  NotSentReason,
  OutwardChannel,
} from '#lib/notifications/values.ts';

/** The decision for a notification on one channel. */
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
 * Decides push and email of one notification: first by the user's switches, then by quiet hours and frequency. An
 * urgent one ignores quiet hours and frequency, but never a switch.
 */
export function planOf(asked: PlanQuestion): Plan {
  const closed = closedBecause(asked);
  if (closed !== null) return notSent(closed);
  const { preferences, priority, at } = asked;
  if (priority === 'urgent') return { kind: 'due' };
  const digest = isDigested(asked) ? digestEnd(preferences.frequency, preferences.quietHours.timezone, at) : null;
  // A digest inside quiet hours waits for their end. All notifications that wait for the same end become one digest.
  if (digest !== null) return { kind: 'deferred', until: releaseAt(preferences.quietHours, digest), reason: 'digest' };
  const until = releaseAt(preferences.quietHours, at);
  return until > at ? { kind: 'deferred', until, reason: 'quiet_hours' } : { kind: 'due' };
}

/** Returns why the user's switches close a channel for this notification, or null. */
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

/**
 * Returns when the window of a digest ends: the next full hour, nine o'clock or Monday at nine, in the user's local
 * time.
 */
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
