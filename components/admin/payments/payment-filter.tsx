import { TableFilter } from '#components/ui/table-filter.tsx';
import { attemptStatuses } from '#lib/payments/values.ts';
import { processorWords, purposeWords } from './payment-words.ts';

export type PaymentQuery = Readonly<Record<'purpose' | 'processor' | 'status', string | undefined>>;

/** Shows the filter of the payments. */
export const PaymentFilter = ({ query }: { readonly query: PaymentQuery }) => (
  <TableFilter
    action="/admin/payments"
    query={query}
    fields={[
      { kind: 'select', name: 'purpose', label: 'Purpose', options: Object.entries(purposeWords) },
      { kind: 'select', name: 'processor', label: 'Method', options: Object.entries(processorWords) },
      { kind: 'select', name: 'status', label: 'Status', options: attemptStatuses.map((status) => [status, status]) },
    ]}
    label="Filter"
    any="any"
    submit="Show"
  />
);
