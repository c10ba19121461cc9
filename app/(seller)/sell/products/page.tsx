import { Plus, Shapes } from 'lucide-react';
import type { Metadata } from 'next';
import { sellerPage } from '#app/(seller)/sell/seller-page.ts';
import { pageOrFirst, textOf } from '#app/page-or-first.ts';
import { ProductPicture } from '#components/store/product/product-picture.tsx';
import { Alert } from '#components/ui/alert.tsx';
import { buttonClass } from '#components/ui/button-look.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { queryHref } from '#components/ui/query-href.ts';
import { TableFilter } from '#components/ui/table-filter.tsx';
import { ImportButton } from '#components/vendor/products/import-button.tsx';
import { ProductTable } from '#components/vendor/products/product-table.tsx';
import { type StatusChip, StatusChips, statusChips } from '#components/vendor/products/status-chips.tsx';
import { SellerRefresh } from '#components/vendor/shell/seller-refresh.tsx';
import { variantTitle } from '#lib/store/families/option-texts.ts';
import { productColumns } from '#lib/store/products/products-csv.ts';
import { sellerTexts } from '#lib/web/i18n/seller-texts.ts';
import { listProducts, productCounts } from './own-products.ts';

const PATH = '/sell/products';
const LIMIT = 50;
const sorts = ['updated', 'title', 'stock', 'price'] as const;

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await sellerTexts('products');
  return { title: t('title') };
}

export default async function ProductsPage({ searchParams }: PageProps<'/sell/products'>) {
  const { ctx, vendor } = await sellerPage();
  const asked = await searchParams;
  const [search, cursor] = [textOf(asked.search), textOf(asked.cursor)];
  const named = statusChips.find((chip) => chip === textOf(asked.status));
  const chip: StatusChip = asked.low === '1' ? 'low' : (named ?? 'all');
  const sortBy = sorts.find((sort) => sort === textOf(asked.sortBy)) ?? 'updated';
  const [{ t, texts, go }, csv, { products, nextCursor }, counts] = await Promise.all([
    sellerTexts('products'),
    sellerTexts('csv'),
    pageOrFirst(cursor, (place) =>
      listProducts(ctx, { vendorId: vendor.id, search, chip, sortBy, limit: LIMIT, cursor: place }),
    ),
    productCounts(ctx, vendor.id),
  ]);
  const query = {
    search,
    status: chip === 'low' || chip === 'all' ? undefined : chip,
    low: chip === 'low' ? '1' : undefined,
    sortBy: sortBy === 'updated' ? undefined : sortBy,
  };
  const hrefOf = (patch: Readonly<Record<string, string | undefined>>) => queryHref(go(PATH), { ...query, ...patch });
  const isEmpty = counts.all === 0;
  const mayWrite = vendor.data.status === 'approved';

  return (
    <main id="content" className="flex flex-col gap-6">
      <SellerRefresh />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl">{t('title')}</h1>
        <div className="flex flex-wrap gap-3">
          {!isEmpty && (
            <a
              href={`/api/vendor/products.csv?vendorId=${vendor.id}`}
              download
              className={buttonClass({ look: 'secondary' })}
            >
              {csv.t('exportCsv')}
            </a>
          )}
          {mayWrite && <ImportButton vendorId={vendor.id} columns={productColumns} texts={csv.texts} />}
          {mayWrite && !isEmpty && (
            <LinkButton href={go('/sell/products/new')}>
              <Plus aria-hidden className="size-4" />
              {t('add')}
            </LinkButton>
          )}
        </div>
      </div>
      {!mayWrite && <Alert kind="warning">{t('suspended')}</Alert>}
      {isEmpty ? (
        <EmptyState
          title={t('emptyTitle')}
          icon={<Shapes aria-hidden />}
          action={mayWrite && <LinkButton href={go('/sell/products/new')}>{t('addFirst')}</LinkButton>}
        >
          {t('emptyText')}
        </EmptyState>
      ) : (
        <>
          <StatusChips
            chosen={chip}
            counts={counts}
            hrefOf={(next) =>
              hrefOf({
                status: next === 'low' || next === 'all' ? undefined : next,
                low: next === 'low' ? '1' : undefined,
              })
            }
          />
          <TableFilter
            action={go(PATH)}
            query={query}
            fields={[
              { kind: 'text', name: 'search', label: t('search'), maxLength: 200, isWide: true },
              {
                kind: 'select',
                name: 'sortBy',
                label: t('sort'),
                options: sorts.filter((sort) => sort !== 'updated').map((sort) => [sort, t(`sort_${sort}`)] as const),
              },
            ]}
            label={t('filter')}
            any={t('sort_updated')}
            submit={t('show')}
          />
          {products.length === 0 ? (
            <EmptyState
              title={t('noneTitle')}
              action={
                <LinkButton look="secondary" href={go(PATH)}>
                  {t('clearFilter')}
                </LinkButton>
              }
            >
              {t('noneText')}
            </EmptyState>
          ) : (
            <ProductTable
              products={products.map(
                ({ id, title, sku, status, unlistedBecause, blockedReason, priceMinor, currency, ...rest }) => ({
                  title: variantTitle({ title, options: rest.family?.options ?? [] }),
                  ...{ id, sku, status, unlistedBecause, blockedReason, priceMinor, currency },
                  ...{ stock: rest.stock, sold30d: rest.sold30d, version: rest.version, updatedAt: rest.updatedAt },
                  picture: (
                    <ProductPicture image={rest.images[0] ?? null} alt="" sizes="48px" className="size-12 shrink-0" />
                  ),
                }),
              )}
              mayWrite={mayWrite}
              texts={texts}
            />
          )}
          <Pagination
            label={t('pages')}
            first={cursor === undefined ? null : { href: hrefOf({}), label: t('first') }}
            next={nextCursor === null ? null : { href: hrefOf({ cursor: nextCursor }), label: t('next') }}
          />
        </>
      )}
    </main>
  );
}
