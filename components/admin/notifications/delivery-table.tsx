import { consoleMoment } from '#components/admin/console-time.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Link } from '#components/ui/link.tsx';
import { Cell, Row, Table } from '#components/ui/table.tsx';
import type { DeliveryView } from '#lib/notifications/deliver/deliveries.ts';
import { deliveryTones, notificationsHref, plainWords } from './delivery-words.ts';

const columns = [
  { key: 'when', label: 'When' },
  { key: 'who', label: 'Recipient' },
  { key: 'what', label: 'Notification' },
  { key: 'way', label: 'Channel' },
  { key: 'state', label: 'Status' },
  { key: 'tries', label: 'Attempts', end: true },
] as const;

const linkClass = 'underline underline-offset-4 break-words';

/**
 * Shows deliveries as rows, and as cards under 640 px. A name links to all deliveries of that user, a notification to
 * its own deliveries.
 */
export function DeliveryTable({ deliveries }: { readonly deliveries: readonly DeliveryView[] }) {
  return (
    <Table caption="Deliveries, newest first" columns={columns}>
      {deliveries.map((delivery) => (
        <Row key={delivery.id}>
          <Cell label="When">
            <time dateTime={delivery.createdAt}>{consoleMoment(delivery.createdAt)}</time>
          </Cell>
          <Cell label="Recipient">
            <Link href={notificationsHref({ who: delivery.userId })} className={linkClass}>
              {delivery.userName ?? delivery.userId}
            </Link>
          </Cell>
          <Cell label="Notification">
            {delivery.told ? (
              <Link href={notificationsHref({ who: delivery.notificationId })} className={linkClass}>
                {delivery.told.about}
              </Link>
            ) : (
              'digest, or deleted'
            )}
            {delivery.told && (
              <span className="block text-sm text-muted">
                {delivery.told.type}, {delivery.told.priority}
              </span>
            )}
          </Cell>
          <Cell label="Channel">
            {delivery.channel}
            {delivery.provider && <span className="block text-sm text-muted">{delivery.provider}</span>}
          </Cell>
          <Cell label="Status">
            <span>
              <Badge tone={deliveryTones[delivery.status]}>{plainWords(delivery.status)}</Badge>
            </span>
            {delivery.reason && <span className="block text-sm break-words">{plainWords(delivery.reason)}</span>}
            {delivery.nextAt && (
              <span className="block text-sm text-muted">
                retry at <time dateTime={delivery.nextAt}>{consoleMoment(delivery.nextAt)}</time>
              </span>
            )}
          </Cell>
          <Cell label="Attempts" end>
            {delivery.attempts}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
