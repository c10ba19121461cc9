import type { Metadata } from 'next';
import { permanentRedirect } from 'next/navigation';
import { CatalogList } from '#components/store/catalog/catalog-list.tsx';
import { pageContext } from '#lib/api/page-context.ts';
import { alternates } from '#lib/i18n/alternates.ts';
import { currentNames, visibleShelves } from '#lib/store/catalog/categories.ts';
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

export default async function CatalogPage({ searchParams }: PageProps<'/products'>) {
  const ctx = await pageContext();
  const [{ go }, { state, sortBy, page }] = await Promise.all([
    pageTexts('catalog'),
    openCatalog(ctx, await searchParams),
  ]);
  const categories = await currentNames(ctx, state.categories);
  if (categories.join() !== state.categories.join())
    permanentRedirect(go(catalogPath({ ...state, categories: [...new Set(categories)] })));
  const shelf = await openShelf(ctx, state);

  return (
    <main id="content" className="mx-auto w-full max-w-7xl grow px-4 pt-6 pb-20 sm:px-6 lg:px-10 lg:pt-10">
      <CatalogList
        list={{ state, sortBy, page }}
        currencies={currenciesOf(ctx.env)}
        shelves={page.products.length > 0 ? [] : await visibleShelves(ctx)}
        heading={<h1 className="text-3xl sm:text-4xl">{await titleOf(state, shelf)}</h1>}
      />
    </main>
  );
}
