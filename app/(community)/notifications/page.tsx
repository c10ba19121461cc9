import { Bell } from 'lucide-react';
import type { Metadata, Route } from 'next';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { NotificationFilter } from '#components/notifications/notification-filter.tsx';
import { NotificationItem } from '#components/notifications/notification-item.tsx';
import { NotificationWatch } from '#components/notifications/notification-watch.tsx';
import { ReadAllButton } from '#components/notifications/read-all-button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Link } from '#components/ui/link.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { pageContext } from '#lib/api/page-context.ts';
import type { UserContext } from '#lib/context/context.ts';
import { unreadCursorOf } from '#lib/notifications/list/channel-source.ts';
import { listNotifications, unreadCountOf } from '#lib/notifications/list/inbox.ts';
import { actionPathOf } from '#lib/notifications/list/view.ts';
import { notificationPriorities, notificationStatuses, notificationTypes } from '#lib/notifications/values.ts';
import { clientTexts, pageTexts } from '#lib/web/i18n/page-texts.ts';

const LIMIT = 20;

/** Invalid values of an address are ignored, so that the page shows a list instead of an error. */
const search = z.object({
  status: z.enum(notificationStatuses).optional().catch(undefined),
  type: z.enum(notificationTypes).optional().catch(undefined),
  priority: z.enum(notificationPriorities).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(500).catch(1),
});

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await pageTexts('notifications');
  return { title: t('title'), description: t('description'), robots: { index: false } };
}

export default async function NotificationsPage({ searchParams }: PageProps<'/notifications'>) {
  const ctx = await pageContext('session');
  const { page, ...choice } = search.parse(await searchParams);
  // Reads the cursor first: later notifications arrive as events, whether or not the list contains them.
  const cursor = await unreadCursorOf(ctx);
  const [{ t, go }, { t: word }, texts, list] = await Promise.all([
    pageTexts('notifications'),
    pageTexts('notificationWords'),
    clientTexts('notifications'),
    listNotifications(ctx, { ...choice, page, limit: LIMIT, before: undefined, after: undefined }),
  ]);
  const { notifications, pagination } = list;
  const isFiltered = Object.values(choice).some((value) => value !== undefined);
  const chosen = Object.entries(choice).flatMap(([name, value]) => (value ? [[name, value]] : []));
  const pageHref = (to: number) =>
    go(`/notifications?${new URLSearchParams([...chosen, ['page', String(to)]])}` as Route);
  // Rows were deleted since the link was made. The reader wanted the end of the list.
  if (page > 1 && page > pagination.totalPages) redirect(pageHref(Math.max(1, pagination.totalPages)));
  const readable = await readableHere(ctx, choice, page);

  return (
    <main id="content" className="mx-auto flex w-full max-w-4xl grow flex-col gap-8 px-4 pt-8 pb-24 sm:px-6">
      <div className="flex flex-wrap items-baseline justify-between gap-4">
        <h1 className="text-3xl sm:text-4xl">{t('title')}</h1>
        <Link href={go('/notifications/preferences')} className="py-2 underline underline-offset-4">
          {t('preferences')}
        </Link>
      </div>
      <NotificationWatch key={cursor} cursor={cursor} />
      <NotificationFilter choice={choice} />
      {readable > 0 && notifications[0] && (
        <ReadAllButton
          before={notifications[0].createdAt}
          {...(choice.type && { type: choice.type })}
          label={choice.type ? t('readAllOf', { type: word(choice.type) }) : t('readAll')}
          failed={texts.failed}
        />
      )}
      {notifications.length === 0 ? (
        <EmptyState
          title={t('emptyTitle')}
          icon={<Bell aria-hidden />}
          action={isFiltered && <LinkButton href={go('/notifications')}>{t('showAll')}</LinkButton>}
        >
          {isFiltered ? t('emptyFiltered') : t('emptyText')}
        </EmptyState>
      ) : (
        <ul className="border-t border-line">
          {notifications.map((notification) => (
            <NotificationItem
              key={notification.id}
              notification={notification}
              href={linkOf(actionPathOf(notification.data, ctx.origin))}
            />
          ))}
        </ul>
      )}
      <Pagination
        label={t('pages')}
        first={pagination.hasPrev ? { href: pageHref(page - 1), label: t('newer') } : null}
        next={pagination.hasNext ? { href: pageHref(page + 1), label: t('older') } : null}
      />
    </main>
  );

  /** The console is in English and has one address. */
  function linkOf(path: string): Route {
    const route = path as Route; // a path of ours, wherever it leads
    return path.startsWith('/admin') ? route : go(route);
  }
}

type Choice = Omit<z.output<typeof search>, 'page'>;

/**
 * Returns how many notifications the "mark all" button marks here: from the beginning of the list, of the chosen
 * type. Returns 0 where the list has another filter, or where newer ones would stay unread.
 */
async function readableHere(ctx: UserContext, { status, type, priority }: Choice, page: number): Promise<number> {
  const isAll = page === 1 && priority === undefined && (status === undefined || status === 'unread');
  return isAll ? unreadCountOf(ctx, ctx.user.id, type) : 0;
}
