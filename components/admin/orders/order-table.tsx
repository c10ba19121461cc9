import type { ReactNode } from 'react';
import { ReaderTime } from '#components/admin/console-reader.tsx';
import { orderHref } from '#components/admin/payments/money-hrefs.ts';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { OrderView } from '#lib/store/schemas/order.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { clientTexts } from '#lib/web/i18n/page-texts.ts';
import { OrderStatusSelect } from './order-status-select.tsx';
import { transitionsOf } from './order-transitions.ts';

type OrderTableProps = { readonly orders: readonly OrderView[]; readonly empty: ReactNode };

/** Shows orders with a list to move each to another status. */
export async function OrderTable({ orders, empty }: OrderTableProps) {
  const { t, texts, locale } = await consoleTexts('orders');
  const statusTexts = await clientTexts('orderStatus', locale);
  const columns: readonly Column<OrderView>[] = [
    { header: t('number'), href: ({ id }) => orderHref(id), cell: ({ number }) => number },
    { header: t('placed'), cell: ({ createdAt }) => <ReaderTime at={createdAt} /> },
    { header: t('buyer'), cell: ({ contact }) => <span className="block truncate">{contact.email}</span> },
    { header: t('payment'), cell: ({ payState }) => t(`pay_${payState}`) },
    {
      header: t('total'),
      isNumeric: true,
      cell: ({ totalMinor, currency }) => moneyText(totalMinor, currency, locale),
    },
    {
      header: t('status'),
      cell: (order) => (
        <OrderStatusSelect
          orderId={order.id}
          number={order.number}
          status={order.status}
          moves={transitionsOf(order)}
          texts={texts}
          statusTexts={statusTexts}
        />
      ),
    },
  ];
  return <DataTable caption={t('list')} columns={columns} rows={orders} keyOf={({ id }) => id} empty={empty} />;
}
