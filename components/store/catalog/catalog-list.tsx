import type { ReactNode } from 'react';
import type { CatalogPage, CategoryRef } from '#lib/store/schemas/catalog.ts';
import type { SortKey } from '#lib/store/values.ts';
import { type CatalogState, catalogPath, filtersOn } from '#lib/web/catalog/catalog-url.ts';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';
import { CatalogEmpty } from './catalog-empty.tsx';
import { FilterChips } from './filter-chips.tsx';
import { FilterForm } from './filter-form.tsx';
import { FilterPanel } from './filter-panel.tsx';
import { MoreProducts } from './more-products.tsx';
import { ProductGrid } from './product-grid.tsx';
import { SortBar } from './sort-bar.tsx';

type CatalogListProps = {
  readonly list: { readonly state: CatalogState; readonly sortBy: SortKey; readonly page: CatalogPage };
  readonly currencies: readonly string[];
  /** Offered where nothing was found. */
  readonly shelves: readonly CategoryRef[];
  readonly heading: ReactNode;
};

/** Shows a list of products with its filters, of the whole catalog or of one seller. */
export async function CatalogList({ list: { state, sortBy, page }, currencies, shelves, heading }: CatalogListProps) {
  const { t, go } = await pageTexts('catalog');
  const { products, total, currency, facets, correctedSearch } = page;
  return (
    <FilterForm
      action={go(catalogPath({ vendor: state.vendor }))}
      currency={currency}
      className="grid grid-cols-1 gap-x-12 lg:grid-cols-[15rem_minmax(0,1fr)]"
    >
      {state.search && <input type="hidden" name="search" value={state.search} />}
      <div className="lg:col-span-2 lg:pb-8">{heading}</div>
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
            currencies={currencies}
            filters={filtersOn(state)}
          />
        </div>
        <FilterChips state={state} currency={currency} facets={facets} />
        {correctedSearch && <p role="status">{t('corrected', { asked: state.search, corrected: correctedSearch })}</p>}
        <div className="catalog-results flex flex-col gap-14 pt-2">
          {products.length > 0 ? (
            <ProductGrid products={products} place="beside" isFirst isOneSeller={state.vendor !== null} />
          ) : (
            <CatalogEmpty categories={shelves} state={state} />
          )}
          <MoreProducts state={state} nextAfterId={page.nextAfterId} />
        </div>
      </div>
    </FilterForm>
  );
}
