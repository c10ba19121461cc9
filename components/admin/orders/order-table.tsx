import type { Route } from 'next';
import { consoleTime } from '#components/admin/console-time.ts';
import { Link } from '#components/ui/link.tsx';
import { Cell, Row, Table } from '#components/ui/table.tsx';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { OrderView } from '#lib/store/schemas/order.ts';
import { movesOf } from './order-moves.ts';
import { OrderStatusSelect } from './order-status-select.tsx';

const columns = [
  { key: 'number', label: 'Order' },
  { key: 'placed', label: 'Placed' },
  { key: 'buyer', label: 'Buyer' },
  { key: 'payment', label: 'Payment' },
  { key: 'total', label: 'Total', end: true },
  { key: 'status', label: 'Status' },
] as const;

/** Shows orders as rows, and as cards under 640 px. */
export function OrderTable({ orders }: { readonly orders: readonly OrderView[] }) {
  return (
    <Table caption="Orders, newest first" columns={columns}>
      {orders.map((order) => (
        <Row key={order.id}>
          <Cell label="Order">
            <Link href={`/admin/orders/${order.id}` as Route} className="font-medium underline underline-offset-4">
              {order.number}
            </Link>
          </Cell>
          <Cell label="Placed">
            <time dateTime={order.createdAt}>{consoleTime(order.createdAt)}</time>
          </Cell>
          <Cell label="Buyer">
            <span className="truncate">{order.contact.email}</span>
          </Cell>
          <Cell label="Payment">{order.payState.replace('_', ' ')}</Cell>
          <Cell label="Total" end>
            {moneyText(order.totalMinor, order.currency, 'en')}
          </Cell>
          <Cell label="Status">
            <OrderStatusSelect orderId={order.id} number={order.number} status={order.status} moves={movesOf(order)} />
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
