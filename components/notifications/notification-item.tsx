import type { Route } from 'next';
import { getFormatter } from 'next-intl/server';
import type { NotificationView } from '#lib/notifications/schemas/notification.ts';
import { clientTexts, pageTexts } from '#lib/web/i18n/page-texts.ts';
import { NotificationActions } from './notification-actions.tsx';
import { NotificationIcon } from './notification-icon.tsx';
import { NotificationLink } from './notification-link.tsx';

type NotificationItemProps = { readonly notification: NotificationView; readonly href: Route };

/** Shows one notification: its text, time, link and actions. */
export async function NotificationItem({ notification, href }: NotificationItemProps) {
  const [{ t }, { t: word }, texts, format] = await Promise.all([
    pageTexts('notifications'),
    pageTexts('notificationWords'),
    clientTexts('notifications'),
    getFormatter(),
  ]);
  const { id, type, title, message, status, createdAt } = notification;
  const isUnread = status === 'unread';

  return (
    <li className="flex gap-4 border-b border-line py-4">
      <NotificationIcon type={type} />
      <div className="min-w-0 grow wrap-anywhere">
        <p className={isUnread ? 'font-semibold' : 'font-medium'}>
          <NotificationLink id={id} href={href} isUnread={isUnread}>
            {title}
          </NotificationLink>
          {isUnread && (
            <span className="ms-2 inline-block rounded-full bg-primary px-2 text-sm font-normal text-primary-text">
              {t('unread')}
            </span>
          )}
        </p>
        <p>{message}</p>
        <p className="text-sm text-muted">
          {word(type)},{' '}
          <time dateTime={createdAt}>
            {format.dateTime(new Date(createdAt), { dateStyle: 'medium', timeStyle: 'short' })}
          </time>
        </p>
      </div>
      <NotificationActions id={id} title={title} status={status} texts={texts} />
    </li>
  );
}
