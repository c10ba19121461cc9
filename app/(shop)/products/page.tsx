import type { Metadata } from 'next';
import { permanentRedirect } from 'next/navigation';
import { CatalogEmpty } from '#components/store/catalog/catalog-empty.tsx';
import { FilterChips } from '#components/store/catalog/filter-chips.tsx';
import { FilterForm } from '#components/store/catalog/filter-form.tsx';
import { FilterPanel } from '#components/store/catalog/filter-panel.tsx';
import { MoreProducts } from '#components/store/catalog/more-products.tsx';
import { ProductGrid } from '#components/store/catalog/product-grid.tsx';
import { SortBar } from '#components/store/catalog/sort-bar.tsx';
import { pageContext } from '#lib/api/page-context.ts';
import type { Context } from '#lib/context/context.ts';
import { alternates } from '#lib/i18n/alternates.ts';
import { categoryTree, currentNames, toCategoryRef } from '#lib/store/catalog/categories.ts';
import { currenciesOf } from '#lib/store/products/currencies.ts';
import type { CategoryRef } from '#lib/store/schemas/catalog.ts';
import { type CatalogState, catalogPath, filtersOn } from '#lib/web/catalog/catalog-url.ts';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';
import { openCatalog, openShelf } from './open-catalog.ts';

export async function generateMetadata({ searchParams }: PageProps<'/products'>): Promise<Metadata> {
  const [{ t, locale }, ctx] = await Promise.all([pageTexts('catalog'), pageContext()]);
  const { state } = await openCatalog(ctx, await searchParams);
  const shelf = await openShelf(ctx, state);
  return {
    title: await titleOf(state, shelf),
    description: shelf ? t('descriptionCategory', { category: shelf.name }) : t('description'),
    alternates: alternates(shelf ? catalogPath({ categories: [shelf.slug] }) : '/products', locale),
    // Filtered lists are endless and add nothing new. A category list does, and the sitemap contains it.
    ...(filtersOn(state) > 0 && !shelf && { robots: { index: false, follow: true } }),
  };
}

async function titleOf({ search }: CatalogState, shelf: CategoryRef | null): Promise<string> {
  const { t } = await pageTexts('catalog');
  return search ? t('titleSearch', { search }) : (shelf?.name ?? t('title'));
}

/** Returns the visible top-level categories. */
async function shelves(ctx: Context): Promise<CategoryRef[]> {
  const { inOrder } = await categoryTree(ctx);
  return inOrder
    .filter(({ parentId, isHidden }) => parentId === null && !isHidden)
    .map((category) => toCategoryRef(category, ctx.locale));
}

export default async function CatalogPage({ searchParams }: PageProps<'/products'>) {
  const ctx = await pageContext();
  const [{ t, go }, { state, sortBy, page }] = await Promise.all([
    pageTexts('catalog'),
    openCatalog(ctx, await searchParams),
  ]);
  const categories = await currentNames(ctx, state.categories);
  if (categories.join() !== state.categories.join())
    permanentRedirect(go(catalogPath({ ...state, categories: [...new Set(categories)] })));
  const { products, total, currency, facets, correctedSearch } = page;
  const shelf = await openShelf(ctx, state);

  return (
    <main id="content" className="mx-auto w-full max-w-7xl grow px-4 pt-6 pb-20 sm:px-6 lg:px-10 lg:pt-10">
      <FilterForm
        action={go('/products')}
        currency={currency}
        className="grid grid-cols-1 gap-x-12 lg:grid-cols-[15rem_minmax(0,1fr)]"
      >
        {state.search && <input type="hidden" name="search" value={state.search} />}
        <div className="lg:col-span-2 lg:pb-8">
          <h1 className="text-3xl sm:text-4xl">{await titleOf(state, shelf)}</h1>
        </div>
        <FilterPanel state={state} currency={currency} facets={facets} />
        <div className="flex min-w-0 flex-col gap-5 pt-4 lg:pt-0">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p role="status" data-results tabIndex={-1} className="text-muted tabular-nums outline-none">
              {products.length < total
                ? t('resultsShown', { shown: products.length, count: total })
                : t('results', { count: total })}
            </p>
            <SortBar
              sortBy={sortBy}
              isSearch={state.search !== ''}
              currency={currency}
              currencies={currenciesOf(ctx.env)}
              filters={filtersOn(state)}
            />
          </div>
          <FilterChips state={state} currency={currency} categories={facets.categories} />
          {correctedSearch && (
            <p role="status">{t('corrected', { asked: state.search, corrected: correctedSearch })}</p>
          )}
          <div className="catalog-results flex flex-col gap-14 pt-2">
            {products.length > 0 ? (
              <ProductGrid products={products} place="beside" isFirst />
            ) : (
              <CatalogEmpty categories={await shelves(ctx)} />
            )}
            <MoreProducts state={state} nextAfterId={page.nextAfterId} />
          </div>
        </div>
      </FilterForm>
    </main>
  );
}
