import { BellOff } from 'lucide-react';
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

const LIMIT = 50;
const everybody: Awaited<ReturnType<typeof aboutWhom>> = {};

export const metadata = { title: 'Notifications' };

export default async function NotificationsPage({ searchParams }: PageProps<'/admin/notifications'>) {
  const ctx = await pageContext('admin');
  const asked = await searchParams;
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
      <h1 className="text-2xl">Notifications</h1>
      <NotificationAnalytics figures={figures} hrefOf={(period) => notificationsHref({ ...filter, period })} />
      <section aria-labelledby="deliveries" className="flex flex-col gap-5">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <h2 id="deliveries" className="text-xl">
            Deliveries
          </h2>
          <CsvLink list="notifications" query={filter} />
        </div>
        <DeliveryFilter query={filter} />
        {explained && <NotificationFacts notification={explained} />}
        <DeliveryTable
          deliveries={page.deliveries}
          empty={
            <EmptyState
              title="No deliveries"
              icon={<BellOff aria-hidden />}
              action={
                isFiltered && (
                  <LinkButton href={notificationsHref({ period: filter.period })} look="secondary">
                    Show all deliveries
                  </LinkButton>
                )
              }
            >
              {whom === null
                ? 'No account or notification with this address or ID.'
                : isFiltered
                  ? 'No deliveries in the last 30 days match this filter.'
                  : 'The first push or email will appear here.'}
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
