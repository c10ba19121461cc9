import { Inbox } from 'lucide-react';
import type { Route } from 'next';
import { pageOrFirst, textOf } from '#app/page-or-first.ts';
import { OrderTable } from '#components/admin/orders/order-table.tsx';
import { buttonClass } from '#components/ui/button-look.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Link } from '#components/ui/link.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { pageContext } from '#lib/api/page-context.ts';
import { type OrderStatus, orderStatuses } from '#lib/context/ports/values.ts';
import { listOrders } from '#lib/store/orders/orders.ts';

const LIMIT = 50;

export const metadata = { title: 'Orders' };

export default async function AdminOrdersPage({ searchParams }: PageProps<'/admin/orders'>) {
  const ctx = await pageContext('admin');
  const asked = await searchParams;
  const status = orderStatuses.find((known) => known === asked.status);
  const { orders, nextAfterId } = await pageOrFirst(textOf(asked.cursor), (afterId) =>
    listOrders(ctx, { limit: LIMIT, afterId, status }),
  );

  return (
    <main id="content" className="flex flex-col gap-6">
      <h1 className="text-2xl">Orders</h1>
      <nav aria-label="Filter by status">
        <ul className="flex flex-wrap gap-2">
          {[undefined, ...orderStatuses].map((choice) => (
            <li key={choice ?? 'all'}>
              <Link
                href={hrefOf(choice)}
                aria-current={choice === status ? 'page' : undefined}
                className={buttonClass({ look: choice === status ? 'primary' : 'secondary', size: 'small' })}
              >
                {choice ?? 'all'}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {orders.length === 0 ? (
        <EmptyState title="No orders" icon={<Inbox aria-hidden />}>
          {status ? `There are no ${status} orders.` : 'The first order will appear here.'}
        </EmptyState>
      ) : (
        <OrderTable orders={orders} />
      )}
      <Pagination
        label="Pages"
        first={asked.cursor === undefined ? null : { href: hrefOf(status), label: 'Newest' }}
        next={nextAfterId === null ? null : { href: hrefOf(status, nextAfterId), label: 'Older' }}
      />
    </main>
  );
}

function hrefOf(status: OrderStatus | undefined, cursor?: string): Route {
  const query = new URLSearchParams({ ...(status && { status }), ...(cursor && { cursor }) }).toString();
  return `/admin/orders${query && `?${query}`}` as Route; // a query after a checked route
}
