import type { Route } from 'next';
import { foundOr404, idOr404 } from '#app/(admin)/admin/found-or-404.ts';
import { OrderDetails } from '#components/admin/orders/order-details.tsx';
import { OrderMailList } from '#components/admin/orders/order-mail-list.tsx';
import { OrderStatusSelect } from '#components/admin/orders/order-status-select.tsx';
import { transitionsOf } from '#components/admin/orders/order-transitions.ts';
import { PaymentTable } from '#components/admin/payments/payment-table.tsx';
import { Breadcrumbs } from '#components/ui/breadcrumbs.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { pageContext } from '#lib/api/page-context.ts';
import { listOrderMails } from '#lib/store/order-mail/order-mails.ts';
import { getOrder, viewForAdmin } from '#lib/store/orders/orders.ts';
import type { OrderView } from '#lib/store/schemas/order.ts';

export const metadata = { title: 'Order' };

export default async function AdminOrderPage({ params }: PageProps<'/admin/orders/[id]'>) {
  const ctx = await pageContext('admin');
  const id = idOr404((await params).id);
  const row = await foundOr404(getOrder(ctx, id));
  const [order, mails] = await Promise.all([viewForAdmin({ ...ctx, locale: 'en' }, row), listOrderMails(ctx, id)]);

  return (
    <main id="content" className="flex flex-col gap-6">
      <Breadcrumbs label="Breadcrumbs" crumbs={[{ label: 'Orders', href: '/admin/orders' }, { label: order.number }]} />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl">Order {order.number}</h1>
        <OrderStatusSelect
          orderId={order.id}
          number={order.number}
          status={order.status}
          moves={transitionsOf(order)}
        />
      </div>
      <p className="text-muted">
        Payment: {order.payState.replace('_', ' ')}
        {order.forced && ' · moved manually'}
        {order.stockShort.length > 0 && ` · out of stock: ${order.stockShort.length}`}
      </p>
      <OrderDetails order={order} />
      <section aria-labelledby="payments">
        <h2 id="payments" className="pb-3 text-lg">
          Payments
        </h2>
        {order.payments.length === 0 ? (
          <p className="text-muted">No payment attempts yet.</p>
        ) : (
          <PaymentTable caption="Payments for this order, oldest first" payments={order.payments} />
        )}
      </section>
      <OrderMailList mails={mails} vendorNames={vendorNamesOf(order)} />
      {order.documentNumber !== null && (
        <p>
          <LinkButton href={`/orders/${id}/document` as Route} look="secondary">
            Document {order.documentNumber}
          </LinkButton>
        </p>
      )}
    </main>
  );
}

const vendorNamesOf = ({ lines }: OrderView): ReadonlyMap<string, string> =>
  new Map(lines.map(({ vendor }) => [vendor.id, vendor.name]));
