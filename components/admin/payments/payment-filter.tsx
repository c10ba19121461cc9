import { TableFilter } from '#components/ui/table-filter.tsx';
import { attemptStatuses, processors, purposes } from '#lib/payments/values.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

export type PaymentQuery = Readonly<Record<'purpose' | 'processor' | 'status', string | undefined>>;

/** Shows the filter of the payments. */
export async function PaymentFilter({ query }: { readonly query: PaymentQuery }) {
  const [{ t }, common] = await Promise.all([consoleTexts('payments'), consoleTexts('common')]);
  return (
    <TableFilter
      action="/admin/payments"
      query={query}
      fields={[
        {
          kind: 'select',
          name: 'purpose',
          label: t('purpose'),
          options: purposes.map((purpose) => [purpose, t(`purpose_${purpose}`)]),
        },
        {
          kind: 'select',
          name: 'processor',
          label: t('method'),
          options: processors.map((processor) => [processor, t(`by_${processor}`)]),
        },
        {
          kind: 'select',
          name: 'status',
          label: t('status'),
          options: attemptStatuses.map((status) => [status, t(`status_${status}`)]),
        },
      ]}
      label={common.t('filter')}
      any={common.t('any')}
      submit={common.t('show')}
    />
  );
}
