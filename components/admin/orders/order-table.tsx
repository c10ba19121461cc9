import type { ReactNode } from 'react';
import { ReaderTime } from '#components/admin/console-reader.tsx';
import { orderHref } from '#components/admin/payments/money-hrefs.ts';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { OrderView } from '#lib/store/schemas/order.ts';
import { OrderStatusSelect } from './order-status-select.tsx';
import { transitionsOf } from './order-transitions.ts';

const columns: readonly Column<OrderView>[] = [
  { header: 'Order', href: ({ id }) => orderHref(id), cell: ({ number }) => number },
  { header: 'Placed', cell: ({ createdAt }) => <ReaderTime at={createdAt} /> },
  { header: 'Buyer', cell: ({ contact }) => <span className="block truncate">{contact.email}</span> },
  { header: 'Payment', cell: ({ payState }) => payState.replace('_', ' ') },
  { header: 'Total', isNumeric: true, cell: ({ totalMinor, currency }) => moneyText(totalMinor, currency, 'en') },
  {
    header: 'Status',
    cell: (order) => (
      <OrderStatusSelect orderId={order.id} number={order.number} status={order.status} moves={transitionsOf(order)} />
    ),
  },
];

type OrderTableProps = { readonly orders: readonly OrderView[]; readonly empty: ReactNode };

/** Shows orders with a list to move each to another status. */
export const OrderTable = ({ orders, empty }: OrderTableProps) => (
  <DataTable caption="Orders, newest first" columns={columns} rows={orders} keyOf={({ id }) => id} empty={empty} />
);
