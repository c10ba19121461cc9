import { TableFilter } from '#components/ui/table-filter.tsx';
import { deliveryChannels, deliveryStatuses } from '#lib/notifications/values.ts';
import { plainWords } from './delivery-words.ts';

export type DeliveryQuery = Readonly<Record<'who' | 'channel' | 'status' | 'period', string | undefined>>;

/** Shows the filter of the deliveries. It keeps the period of the statistics. */
export const DeliveryFilter = ({ query }: { readonly query: DeliveryQuery }) => (
  <TableFilter
    action="/admin/notifications"
    query={query}
    fields={[
      { kind: 'text', name: 'who', label: 'Address, account or notification', isWide: true },
      { kind: 'select', name: 'channel', label: 'Channel', options: deliveryChannels.map((way) => [way, way]) },
      {
        kind: 'select',
        name: 'status',
        label: 'Status',
        options: deliveryStatuses.map((status) => [status, plainWords(status)]),
      },
    ]}
    label="Filter"
    any="any"
    submit="Show"
  />
);
