import type { CurrentUser } from '#lib/context/context.ts';
import { dayOf } from '#lib/core/time.ts';
import { COLLAPSE_KEY_MAX, MESSAGE_MAX, TITLE_MAX } from '#lib/notifications/limits.ts';
import { archivedFields } from '#lib/notifications/list/transitions.ts';
import type { ChannelPlan, Notification } from '#lib/notifications/schemas/notification.ts';
import type { Preferences } from '#lib/notifications/schemas/preferences.ts';
import type { NotificationPriority, NotificationType, OutwardChannel } from '#lib/notifications/values.ts';
import { type Plan, planOf } from './plan.ts';
import { type Template, type TextParams, textOf } from './texts.ts';

/** A fixed text, or a template that is rendered in the recipient's language. */
export type NotificationText =
  | { readonly title: string; readonly message: string }
  | { readonly template: Template; readonly params: TextParams };

/** The content of a notification for any recipient. */
export type NotificationContent = NotificationText & {
  readonly type: NotificationType;
  readonly priority?: NotificationPriority;
  /** A `collapseKey` in the data names the slot whose unread row this notification replaces. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** The users whose names appear in the text, the sender first. A name is removed when its account is purged. */
  readonly people?: readonly string[];
  readonly expiresAt?: string | null;
  /** What created the notification. */
  readonly source: string;
  /** Unique within its source: content with the same key is the same notification. */
  readonly key?: string;
  /** Channels that stay closed regardless of the user's switches. */
  readonly shut?: Partial<Readonly<Record<OutwardChannel, 'muted' | 'not_asked'>>>;
};

/** A notification ready to be written, with the plan for each channel. */
export type Draft = { readonly row: Notification; readonly push: Plan | null; readonly email: Plan | null };

export const sourceOf = ({ source, key }: Pick<NotificationContent, 'source' | 'key'>): string =>
  (key === undefined ? source : `${source}:${key}`).slice(0, 200);

/** Returns the collapse key that a notification requests; null for a missing or invalid key. */
export function collapseKeyOf({ collapseKey }: Readonly<Record<string, unknown>>): string | null {
  const isKey = typeof collapseKey === 'string' && collapseKey !== '' && collapseKey.length <= COLLAPSE_KEY_MAX;
  return isKey ? collapseKey : null;
}

/**
 * Returns the notification for one user, by the user's language, switches and hours. Makes decisions only and writes
 * nothing.
 */
export function draftFor(
  content: NotificationContent,
  person: Pick<CurrentUser, 'id' | 'locale'>,
  preferences: Preferences,
  now: Date,
): Draft {
  const { type, priority = 'normal', data = {}, people = [], expiresAt = null, shut } = content;
  const isSuppressed = !preferences.types[type].enabled && type !== 'SYSTEM';
  const plan = (channel: OutwardChannel): Plan | null =>
    shut?.[channel] ? null : planOf({ preferences, channel, type, priority, at: now.getTime() });
  const [push, email] = [plan('push'), plan('email')];
  const words = 'template' in content ? textOf(content.template, content.params, person.locale) : content;
  const row: Notification = {
    userId: person.id,
    type,
    title: cut(words.title, TITLE_MAX),
    message: cut(words.message, MESSAGE_MAX),
    data: JSON.stringify(data),
    priority,
    status: 'unread',
    createdAt: now.toISOString(),
    readAt: null,
    expiresAt,
    archived: false,
    archivedAt: null,
    archivedReason: null,
    dueAt: expiresAt,
    collapseKey: isSuppressed ? null : collapseKeyOf(data),
    collapsedCount: 0,
    countedOn: dayOf(now),
    template: 'template' in content ? content.template : null,
    params: 'template' in content ? { ...content.params } : {},
    people: [...people],
    locale: person.locale,
    source: sourceOf(content),
    plan: { push: planned(push, shut?.push), email: planned(email, shut?.email) },
    ...(isSuppressed && archivedFields('suppressed', now)),
  };
  return isSuppressed ? { row, push: null, email: null } : { row, push, email };
}

function planned(plan: Plan | null, shut: ChannelPlan = 'not_asked'): ChannelPlan {
  if (plan === null) return shut;
  return plan.kind === 'due' ? 'due' : plan.reason;
}

/** Truncates a text to `most` UTF-16 units, never inside a surrogate pair. */
const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
