import { Inbox } from 'lucide-react';
import { redirect } from 'next/navigation';
import { SaleSearch, saleHref } from '#app/(admin)/admin/sale-search.tsx';
import { pageOrFirst, textOf } from '#app/page-or-first.ts';
import { CsvLink } from '#components/admin/csv-link.tsx';
import { CursorPages } from '#components/admin/cursor-pages.tsx';
import { OrderTable } from '#components/admin/orders/order-table.tsx';
import { ChoiceLinks } from '#components/ui/choice-links.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { queryHref } from '#components/ui/query-href.ts';
import { findSale } from '#lib/admin/payments/find-sale.ts';
import { pageContext } from '#lib/api/page-context.ts';
import { type OrderStatus, orderStatuses } from '#lib/context/ports/values.ts';
import { listOrders } from '#lib/store/orders/orders.ts';

const LIMIT = 50;

export const metadata = { title: 'Orders' };

export default async function AdminOrdersPage({ searchParams }: PageProps<'/admin/orders'>) {
  const ctx = await pageContext('admin');
  const asked = await searchParams;
  const q = textOf(asked.q);
  const sale = q === undefined ? null : await findSale(ctx, q);
  if (sale) redirect(saleHref(sale));
  const status = orderStatuses.find((known) => known === asked.status);
  const hrefOf = (choice: OrderStatus | undefined, cursor?: string) =>
    queryHref('/admin/orders', { status: choice, cursor });
  const { orders, nextAfterId } = await pageOrFirst(textOf(asked.cursor), (afterId) =>
    listOrders(ctx, { limit: LIMIT, afterId, status }),
  );

  return (
    <main id="content" className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl">Orders</h1>
        <CsvLink list="orders" query={{ status }} />
      </div>
      <SaleSearch action="/admin/orders" q={q} />
      <nav aria-label="Filter by status">
        <ChoiceLinks
          choices={[undefined, ...orderStatuses]}
          chosen={status}
          hrefOf={(choice) => hrefOf(choice)}
          textOf={(choice) => choice ?? 'all'}
        />
      </nav>
      <OrderTable
        orders={orders}
        empty={
          <EmptyState title="No orders" icon={<Inbox aria-hidden />}>
            {status ? `There are no ${status} orders.` : 'The first order will appear here.'}
          </EmptyState>
        }
      />
      <CursorPages
        isFirst={asked.cursor === undefined}
        nextCursor={nextAfterId}
        hrefOf={(cursor) => hrefOf(status, cursor)}
      />
    </main>
  );
}
