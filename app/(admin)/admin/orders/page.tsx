import { Inbox } from 'lucide-react';
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { SaleSearch, saleHref } from '#app/(admin)/admin/sale-search.tsx';
import { pageOrFirst, textOf } from '#app/page-or-first.ts';
import { CsvLink } from '#components/admin/csv-link.tsx';
import { CursorPages } from '#components/admin/cursor-pages.tsx';
import { OrderFilter, type OrderQuery, ordersHref } from '#components/admin/orders/order-filter.tsx';
import { OrderTable } from '#components/admin/orders/order-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { ordersQuery } from '#lib/admin/exports/sales-tables.ts';
import { findSale } from '#lib/admin/payments/find-sale.ts';
import { pageContext } from '#lib/api/page-context.ts';
import { localDay, momentsOf } from '#lib/core/wall-clock.ts';
import { listOrders } from '#lib/store/orders/orders.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

const LIMIT = 50;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await consoleTexts('orders')).t('title') };
}

export default async function AdminOrdersPage({ searchParams }: PageProps<'/admin/orders'>) {
  const ctx = await pageContext('admin');
  const asked = await searchParams;
  const q = textOf(asked.q);
  const sale = q === undefined ? null : await findSale(ctx, q);
  if (sale) redirect(saleHref(sale));
  const { t, reader } = await consoleTexts('orders');
  const query = queryOf(asked);
  const isFiltered = Object.values(query).some((value) => value !== undefined);
  const { orders, nextAfterId } = await pageOrFirst(textOf(asked.cursor), (afterId) =>
    listOrders(ctx, { limit: LIMIT, afterId, status: query.status, ...momentsOf(reader.zone, query) }),
  );

  return (
    <main id="content" className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl">{t('title')}</h1>
        <CsvLink list="orders" query={query} />
      </div>
      <SaleSearch action="/admin/orders" q={q} />
      <OrderFilter query={query} today={localDay(reader.zone, ctx.now())} />
      <OrderTable
        orders={orders}
        empty={
          <EmptyState
            title={t('none')}
            icon={<Inbox aria-hidden />}
            action={
              isFiltered && (
                <LinkButton href={ordersHref({})} look="secondary">
                  {t('clear')}
                </LinkButton>
              )
            }
          >
            {isFiltered ? t('noMatch') : t('noneText')}
          </EmptyState>
        }
      />
      <CursorPages
        isFirst={asked.cursor === undefined}
        nextCursor={nextAfterId}
        hrefOf={(cursor) => ordersHref({ ...query, cursor })}
      />
    </main>
  );
}

/** Reads the filter from the address. An invalid value is left out. */
function queryOf(asked: Readonly<Record<string, unknown>>): OrderQuery {
  const { status, from, to } = ordersQuery.shape;
  return {
    status: status.safeParse(asked.status).data,
    from: from.safeParse(asked.from).data,
    to: to.safeParse(asked.to).data,
  };
}
