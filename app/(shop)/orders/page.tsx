import { PackageOpen } from 'lucide-react';
import type { Metadata } from 'next';
import { pageOrFirst, textOf } from '#app/page-or-first.ts';
import { OrderCard } from '#components/store/order/order-card.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { pageContext } from '#lib/api/page-context.ts';
import { listOwnOrders } from '#lib/store/orders/orders.ts';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';

const LIMIT = 20;

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await pageTexts('orders');
  return { title: t('title'), description: t('description'), robots: { index: false } };
}

export default async function OrdersPage({ searchParams }: PageProps<'/orders'>) {
  const ctx = await pageContext('session');
  const { afterId } = await searchParams;
  const [{ t, go }, { orders, nextAfterId }] = await Promise.all([
    pageTexts('orders'),
    pageOrFirst(textOf(afterId), (place) => listOwnOrders(ctx, { limit: LIMIT, afterId: place })),
  ]);

  return (
    <main id="content" className="mx-auto flex w-full max-w-7xl grow flex-col gap-8 px-4 pt-8 pb-24 sm:px-6 lg:px-10">
      <h1 className="text-3xl sm:text-4xl">{t('title')}</h1>
      {orders.length === 0 ? (
        <EmptyState
          title={t('emptyTitle')}
          icon={<PackageOpen aria-hidden />}
          action={<LinkButton href={go('/products')}>{t('browse')}</LinkButton>}
        >
          {t('emptyText')}
        </EmptyState>
      ) : (
        <ul className="max-w-4xl border-t border-line">
          {orders.map((order) => (
            <li key={order.id} className="border-b border-line">
              <OrderCard order={order} href={go(`/orders/${order.id}`)} />
            </li>
          ))}
        </ul>
      )}
      <Pagination
        label={t('pages')}
        first={afterId === undefined ? null : { href: go('/orders'), label: t('first') }}
        next={nextAfterId === null ? null : { href: go(`/orders?afterId=${nextAfterId}`), label: t('next') }}
      />
    </main>
  );
}
