import type { Route } from 'next';
import { ChoiceLinks } from '#components/ui/choice-links.tsx';
import { queryHref } from '#components/ui/query-href.ts';
import { TableFilter } from '#components/ui/table-filter.tsx';
import { type OrderListFilter, orderListFilters, REFUNDED_OPEN } from '#lib/store/values.ts';
import { type DayRange, rangeNames, rangeOf, rangesOn } from '#lib/web/day-ranges.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { clientTexts } from '#lib/web/i18n/page-texts.ts';

export type OrderQuery = DayRange & { readonly status?: OrderListFilter | undefined };

/** Returns the address of the orders with this filter. */
export const ordersHref = (query: OrderQuery & { readonly cursor?: string | undefined }): Route =>
  queryHref('/admin/orders', query);

type OrderFilterProps = {
  readonly query: OrderQuery;
  /** The day on which the page is shown, in the time zone of its reader. */
  readonly today: string;
};

/** Shows the filters of the orders: status, ranges of one press, and any other days. */
export async function OrderFilter({ query, today }: OrderFilterProps) {
  const [{ t, locale }, common] = await Promise.all([consoleTexts('orders'), consoleTexts('common')]);
  const statusTexts = await clientTexts('orderStatus', locale);
  const ranges = rangesOn(today);
  return (
    <>
      <nav aria-label={t('filterStatus')}>
        <ChoiceLinks
          choices={[undefined, ...orderListFilters]}
          chosen={query.status}
          hrefOf={(status) => ordersHref({ ...query, status })}
          textOf={(status) =>
            status === undefined ? common.t('all') : status === REFUNDED_OPEN ? t('refundedOpen') : statusTexts[status]
          }
        />
      </nav>
      <nav aria-label={t('ranges')}>
        <ChoiceLinks
          choices={rangeNames}
          chosen={rangeOf(ranges, query) ?? undefined}
          hrefOf={(name) => ordersHref({ status: query.status, ...(name && ranges[name]) })}
          textOf={(name) => name && t(`range_${name}`)}
        />
      </nav>
      <TableFilter
        action="/admin/orders"
        query={query}
        fields={[
          { kind: 'date', name: 'from', label: t('from') },
          { kind: 'date', name: 'to', label: t('to') },
        ]}
        label={t('filterDates')}
        any={common.t('any')}
        submit={common.t('show')}
      />
    </>
  );
}
