import type { ReactNode } from 'react';
import { ReaderTime } from '#components/admin/console-reader.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { Link } from '#components/ui/link.tsx';
import type { DeliveryView } from '#lib/notifications/deliver/deliveries.ts';
import { deliveryTones, notificationsHref, plainWords } from './delivery-words.ts';

const linkClass = 'underline underline-offset-4 break-words';

const columns: readonly Column<DeliveryView>[] = [
  { header: 'When', cell: ({ createdAt }) => <ReaderTime at={createdAt} isExact /> },
  {
    header: 'Recipient',
    cell: ({ userId, userName }) => (
      <Link href={notificationsHref({ who: userId })} className={linkClass}>
        {userName ?? userId}
      </Link>
    ),
  },
  {
    header: 'Notification',
    cell: ({ notificationId, told }) =>
      told ? (
        <>
          <Link href={notificationsHref({ who: notificationId })} className={linkClass}>
            {told.about}
          </Link>
          <span className="block text-sm text-muted">
            {told.type}, {told.priority}
          </span>
        </>
      ) : (
        'digest, or deleted'
      ),
  },
  {
    header: 'Channel',
    cell: ({ channel, provider }) => (
      <>
        {channel}
        {provider && <span className="block text-sm text-muted">{provider}</span>}
      </>
    ),
  },
  {
    header: 'Status',
    cell: ({ status, reason, nextAt }) => (
      <>
        <Badge tone={deliveryTones[status]}>{plainWords(status)}</Badge>
        {reason && <span className="block text-sm break-words">{plainWords(reason)}</span>}
        {nextAt && (
          <span className="block text-sm text-muted">
            retry at <ReaderTime at={nextAt} isExact />
          </span>
        )}
      </>
    ),
  },
  { header: 'Attempts', isNumeric: true, cell: ({ attempts }) => attempts },
];

type DeliveryTableProps = { readonly deliveries: readonly DeliveryView[]; readonly empty: ReactNode };

/** Shows deliveries. A name links to all deliveries of that user, a notification to its own deliveries. */
export const DeliveryTable = ({ deliveries, empty }: DeliveryTableProps) => (
  <DataTable
    caption="Deliveries, newest first"
    columns={columns}
    rows={deliveries}
    keyOf={({ id }) => id}
    empty={empty}
  />
);
