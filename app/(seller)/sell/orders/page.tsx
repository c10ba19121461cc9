import { Package } from 'lucide-react';
import type { Metadata } from 'next';
import { sellerPage } from '#app/(seller)/sell/seller-page.ts';
import { pageOrFirst, textOf } from '#app/page-or-first.ts';
import { ChoiceLinks } from '#components/ui/choice-links.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { queryHref } from '#components/ui/query-href.ts';
import { TableFilter } from '#components/ui/table-filter.tsx';
import { OrderTable } from '#components/vendor/orders/order-table.tsx';
import { SellerRefresh } from '#components/vendor/shell/seller-refresh.tsx';
import { listVendorOrders } from '#lib/store/parts/vendor-order.ts';
import { sellerTexts } from '#lib/web/i18n/seller-texts.ts';

const PATH = '/sell/orders';
const LIMIT = 50;
const tabs = { open: ['pending', 'processing'], shipped: ['shipped'], all: undefined } as const;
type Tab = keyof typeof tabs;
const isTab = (text: string | undefined): text is Tab => text !== undefined && Object.hasOwn(tabs, text);

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await sellerTexts('orders');
  return { title: t('title') };
}

export default async function OrdersPage({ searchParams }: PageProps<'/sell/orders'>) {
  const { ctx, vendor } = await sellerPage();
  const asked = await searchParams;
  const [named, search, cursor] = [textOf(asked.state), textOf(asked.search), textOf(asked.cursor)];
  const tab = isTab(named) ? named : 'open';
  const [{ t, go }, { orders, nextCursor }] = await Promise.all([
    sellerTexts('orders'),
    pageOrFirst(cursor, (place) =>
      listVendorOrders(ctx, vendor.id, { state: tabs[tab], search, limit: LIMIT, cursor: place }),
    ),
  ]);
  const hrefOf = (query: Readonly<Record<string, string | undefined>>) => queryHref(go(PATH), query);
  const isFiltered = tab !== 'open' || search !== undefined || cursor !== undefined;

  return (
    <main id="content" className="flex flex-col gap-6">
      <SellerRefresh />
      <h1 className="text-2xl">{t('title')}</h1>
      <nav aria-label={t('byState')}>
        <ChoiceLinks
          choices={Object.keys(tabs) as Tab[]}
          chosen={tab}
          hrefOf={(choice) => hrefOf({ state: choice === 'open' ? undefined : choice, search })}
          textOf={(choice) => t(`tab_${choice}`)}
        />
      </nav>
      <TableFilter
        action={go(PATH)}
        query={{ state: tab === 'open' ? undefined : tab, search }}
        fields={[{ kind: 'text', name: 'search', label: t('search'), maxLength: 40 }]}
        label={t('filter')}
        any=""
        submit={t('show')}
      />
      {orders.length > 0 ? (
        <OrderTable orders={orders} now={ctx.now()} />
      ) : (
        <EmptyState
          title={t(isFiltered ? 'noneTitle' : 'emptyTitle')}
          icon={<Package aria-hidden />}
          action={!isFiltered && <LinkButton href={go('/products')}>{t('toShop')}</LinkButton>}
        >
          {t(isFiltered ? 'noneText' : 'emptyText')}
        </EmptyState>
      )}
      <Pagination
        label={t('pages')}
        first={cursor === undefined ? null : { href: hrefOf({ state: named, search }), label: t('first') }}
        next={
          nextCursor === null ? null : { href: hrefOf({ state: named, search, cursor: nextCursor }), label: t('next') }
        }
      />
    </main>
  );
}
