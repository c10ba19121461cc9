import type { ReactNode } from 'react';
import { ReaderTime } from '#components/admin/console-reader.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { Link } from '#components/ui/link.tsx';
import type { DeliveryView } from '#lib/notifications/deliver/deliveries.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { clientTexts } from '#lib/web/i18n/page-texts.ts';
import { aboutText, deliveryTones, notificationsHref, whyText } from './delivery-words.ts';

const linkClass = 'underline underline-offset-4 wrap-anywhere';

type DeliveryTableProps = { readonly deliveries: readonly DeliveryView[]; readonly empty: ReactNode };

/** Shows deliveries. A name links to all deliveries of that user, a notification to its own deliveries. */
export async function DeliveryTable({ deliveries, empty }: DeliveryTableProps) {
  const { t, texts, locale } = await consoleTexts('notifications');
  const words = await clientTexts('notificationWords', locale);
  const columns: readonly Column<DeliveryView>[] = [
    { header: t('when'), cell: ({ createdAt }) => <ReaderTime at={createdAt} isExact /> },
    {
      header: t('recipient'),
      cell: ({ userId, userName }) => (
        <Link href={notificationsHref({ who: userId })} className={linkClass}>
          {userName ?? userId}
        </Link>
      ),
    },
    {
      header: t('notification'),
      cell: ({ notificationId, told }) =>
        told ? (
          <>
            <Link href={notificationsHref({ who: notificationId })} className={linkClass}>
              {aboutText(texts, told.about)}
            </Link>
            <span className="block text-sm text-muted">
              {words[told.type]} · {words[told.priority]}
            </span>
          </>
        ) : (
          t('noSubject')
        ),
    },
    {
      header: t('channel'),
      cell: ({ channel, provider }) => (
        <>
          {words[channel]}
          {provider && <span className="block text-sm text-muted">{provider}</span>}
        </>
      ),
    },
    {
      header: t('status'),
      cell: ({ status, reason, nextAt }) => (
        <>
          <Badge tone={deliveryTones[status]}>{t(`status_${status}`)}</Badge>
          {reason && <span className="block text-sm wrap-anywhere">{whyText(texts, reason)}</span>}
          {nextAt && (
            <span className="block text-sm text-muted">
              {t('retryAt')} <ReaderTime at={nextAt} isExact />
            </span>
          )}
        </>
      ),
    },
    { header: t('attempts'), isNumeric: true, cell: ({ attempts }) => attempts },
  ];
  return <DataTable caption={t('list')} columns={columns} rows={deliveries} keyOf={({ id }) => id} empty={empty} />;
}
