import { TableFilter } from '#components/ui/table-filter.tsx';
import { deliveryChannels, deliveryStatuses } from '#lib/notifications/values.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { clientTexts } from '#lib/web/i18n/page-texts.ts';

export type DeliveryQuery = Readonly<Record<'who' | 'channel' | 'status' | 'period', string | undefined>>;

/** Shows the filter of the deliveries. It keeps the period of the statistics. */
export async function DeliveryFilter({ query }: { readonly query: DeliveryQuery }) {
  const [{ t, locale }, common] = await Promise.all([consoleTexts('notifications'), consoleTexts('common')]);
  const words = await clientTexts('notificationWords', locale);
  return (
    <TableFilter
      action="/admin/notifications"
      query={query}
      fields={[
        { kind: 'text', name: 'who', label: t('who'), isWide: true },
        {
          kind: 'select',
          name: 'channel',
          label: t('channel'),
          options: deliveryChannels.map((channel) => [channel, words[channel]]),
        },
        {
          kind: 'select',
          name: 'status',
          label: t('status'),
          options: deliveryStatuses.map((status) => [status, t(`status_${status}`)]),
        },
      ]}
      label={common.t('filter')}
      any={common.t('any')}
      submit={common.t('show')}
    />
  );
}
