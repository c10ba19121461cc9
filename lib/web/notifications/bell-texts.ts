import type { Texts } from '#lib/i18n/texts.ts';
import { type NotificationType, notificationTypes } from '#lib/notifications/values.ts';

/** The texts of the bell, without the other texts of notifications: every page loads these, so they are few. */
const keys = [
  ...(['title', 'readAll', 'unread', 'failed', 'tryAgain', 'seeAll', 'preferences', 'close'] as const),
  ...(['emptyTitle', 'emptyText', 'menuOf', 'markRead', 'archive', 'remove', 'mute', 'muted', 'undo'] as const),
  ...(['dismissOf', 'newsRegion'] as const),
];

export type BellTexts = Pick<Texts<'notifications'>, (typeof keys)[number]> &
  Pick<Texts<'shell'>, 'bell'> & {
    readonly types: Readonly<Record<NotificationType, string>>;
  };

type Sources = {
  readonly bell: string;
  readonly notifications: Texts<'notifications'>;
  readonly words: Texts<'notificationWords'>;
};

export const bellTexts = ({ bell, notifications, words }: Sources): BellTexts =>
  Object.fromEntries([
    ...keys.map((key) => [key, notifications[key]] as const),
    ['bell', bell],
    ['types', Object.fromEntries(notificationTypes.map((type) => [type, words[type]]))],
  ]) as BellTexts; // each of its keys is listed above
