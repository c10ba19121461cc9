import { BellOff } from 'lucide-react';
import type { Metadata } from 'next';
import { pageOrFirst, textOf } from '#app/page-or-first.ts';
import { CsvLink } from '#components/admin/csv-link.tsx';
import { CursorPages } from '#components/admin/cursor-pages.tsx';
import { DeliveryFilter } from '#components/admin/notifications/delivery-filter.tsx';
import { DeliveryTable } from '#components/admin/notifications/delivery-table.tsx';
import { notificationsHref } from '#components/admin/notifications/delivery-words.ts';
import { NotificationAnalytics } from '#components/admin/notifications/notification-analytics.tsx';
import { NotificationFacts } from '#components/admin/notifications/notification-facts.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { pageContext } from '#lib/api/page-context.ts';
import { readAnalytics } from '#lib/notifications/analytics/analytics.ts';
import { aboutWhom, explainNotification, listDeliveries } from '#lib/notifications/deliver/deliveries.ts';
import { periods } from '#lib/notifications/schemas/analytics.ts';
import { deliveryChannels, deliveryStatuses } from '#lib/notifications/values.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

const LIMIT = 50;
const everybody: Awaited<ReturnType<typeof aboutWhom>> = {};

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await consoleTexts('notifications')).t('title') };
}

export default async function NotificationsPage({ searchParams }: PageProps<'/admin/notifications'>) {
  const ctx = await pageContext('admin');
  const asked = await searchParams;
  const { t } = await consoleTexts('notifications');
  const cursor = textOf(asked.cursor);
  const filter = {
    who: textOf(asked.who),
    channel: deliveryChannels.find((known) => known === asked.channel),
    status: deliveryStatuses.find((known) => known === asked.status),
    period: periods.find((known) => known === asked.period),
  };
  const [figures, whom] = await Promise.all([
    readAnalytics(ctx, { period: filter.period ?? 'week' }),
    filter.who === undefined ? everybody : aboutWhom(ctx, filter.who),
  ]);
  const wanted = whom && { ...whom, channel: filter.channel, status: filter.status };
  const [page, explained] = await Promise.all([
    wanted
      ? pageOrFirst(cursor, (place) => listDeliveries(ctx, wanted, { limit: LIMIT, cursor: place }))
      : { deliveries: [], nextCursor: null },
    whom?.notificationId === undefined ? null : explainNotification(ctx, whom.notificationId),
  ]);
  const isFiltered = filter.who !== undefined || filter.channel !== undefined || filter.status !== undefined;

  return (
    <main id="content" className="flex flex-col gap-8">
      <h1 className="text-2xl">{t('title')}</h1>
      <NotificationAnalytics figures={figures} hrefOf={(period) => notificationsHref({ ...filter, period })} />
      <section aria-labelledby="deliveries" className="flex flex-col gap-5">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <h2 id="deliveries" className="text-xl">
            {t('deliveries')}
          </h2>
          <CsvLink list="notifications" query={filter} />
        </div>
        <DeliveryFilter query={filter} />
        {explained && <NotificationFacts notification={explained} />}
        <DeliveryTable
          deliveries={page.deliveries}
          empty={
            <EmptyState
              title={t('none')}
              icon={<BellOff aria-hidden />}
              action={
                isFiltered && (
                  <LinkButton href={notificationsHref({ period: filter.period })} look="secondary">
                    {t('showAll')}
                  </LinkButton>
                )
              }
            >
              {whom === null ? t('nobody') : isFiltered ? t('noMatch') : t('noneText')}
            </EmptyState>
          }
        />
        <CursorPages
          isFirst={cursor === undefined}
          nextCursor={page.nextCursor}
          hrefOf={(place) => notificationsHref({ ...filter, cursor: place })}
        />
      </section>
    </main>
  );
}
