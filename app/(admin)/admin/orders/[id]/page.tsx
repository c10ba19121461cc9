import { notFound } from 'next/navigation';
import { OrderDetails } from '#components/admin/order-details.tsx';
import { movesOf } from '#components/admin/order-moves.ts';
import { OrderStatusSelect } from '#components/admin/order-status-select.tsx';
import { Breadcrumbs } from '#components/ui/breadcrumbs.tsx';
import { pageContext } from '#lib/api/page-context.ts';
import { AppError } from '#lib/core/errors.ts';
import { getOrder, viewOfOrder } from '#lib/store/orders.ts';

export const metadata = { title: 'Order' };

export default async function AdminOrderPage({ params }: PageProps<'/admin/orders/[id]'>) {
  const ctx = await pageContext('admin');
  const { id } = await params;
  const row = await getOrder(ctx, id).catch((error: unknown) => {
    if (error instanceof AppError && error.name === 'NotFound') return null;
    throw error;
  });
  if (!row) notFound();
  const order = await viewOfOrder({ ...ctx, locale: 'en' }, row);

  return (
    <main id="content" className="flex flex-col gap-6">
      <Breadcrumbs
        label="You are here"
        crumbs={[{ label: 'Orders', href: '/admin/orders' }, { label: order.number }]}
      />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl">Order {order.number}</h1>
        <OrderStatusSelect orderId={order.id} number={order.number} status={order.status} moves={movesOf(order)} />
      </div>
      <p className="text-muted">
        Payment: {order.payState.replace('_', ' ')}
        {row.data.forced && ' · moved by hand outside its usual life'}
        {row.data.stockShort.length > 0 && ` · short of stock: ${row.data.stockShort.length}`}
      </p>
      <OrderDetails order={order} />
    </main>
  );
}
