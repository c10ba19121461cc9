import { pageOrFirst } from '#app/page-or-first.ts';
import { CursorPages } from '#components/admin/cursor-pages.tsx';
import { productListHref } from '#components/admin/products/product-hrefs.ts';
import { ProductList } from '#components/admin/products/product-list.tsx';
import { ChoiceLinks } from '#components/ui/choice-links.tsx';
import { TableFilter } from '#components/ui/table-filter.tsx';
import { type ProductListQuery, productListQuery } from '#lib/admin/schemas/product-list.ts';
import { listAllProducts } from '#lib/admin/vendors/all-products.ts';
import { pageContext } from '#lib/api/page-context.ts';
import { productStatuses } from '#lib/store/values.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

const LIMIT = 50;

export const generateMetadata = async () => ({ title: (await consoleTexts('products')).t('title') });

export default async function ProductsPage({ searchParams }: PageProps<'/admin/products'>) {
  const ctx = await pageContext('admin');
  const query = queryOf(await searchParams);
  const [{ texts, t, locale, timeOf }, page] = await Promise.all([
    consoleTexts('products'),
    pageOrFirst(query.cursor, (cursor) => listAllProducts(ctx, { ...query, cursor, limit: LIMIT })),
  ]);
  const { house } = page;

  return (
    <main id="content" className="flex flex-col gap-6">
      <h1 className="text-2xl">{texts.title}</h1>
      {house && (
        <nav aria-label={texts.bySeller}>
          <ChoiceLinks
            choices={[undefined, house.slug]}
            chosen={query.seller}
            hrefOf={(seller) => productListHref({ ...query, cursor: undefined, seller })}
            textOf={(seller) => (seller === undefined ? texts.allSellers : house.name)}
          />
        </nav>
      )}
      <TableFilter
        action="/admin/products"
        query={query}
        fields={[
          { kind: 'text', name: 'q', label: texts.search, maxLength: 200, isWide: true },
          { kind: 'text', name: 'seller', label: texts.sellerHint, maxLength: 120 },
          {
            kind: 'select',
            name: 'status',
            label: texts.status,
            options: productStatuses.map((value) => [value, texts[`status_${value}`]]),
          },
        ]}
        label={texts.searchForm}
        any={texts.any}
        submit={texts.show}
      />
      {page.total > 0 && <p className="text-sm text-muted">{t('found', { count: page.total })}</p>}
      <ProductList rows={page.products} ownVendorId={ctx.user.vendorId} {...{ texts, locale, timeOf }} />
      <CursorPages
        isFirst={query.cursor === undefined}
        nextCursor={page.nextCursor}
        hrefOf={(cursor) => productListHref({ ...query, cursor })}
      />
    </main>
  );
}

/** Reads the address of the page. A value that no filter knows is left out. */
function queryOf(asked: Readonly<Record<string, string | readonly string[] | undefined>>): ProductListQuery {
  const fields = Object.entries(productListQuery.shape).flatMap(([name, schema]) => {
    const { success, data } = schema.safeParse(asked[name]);
    return success && data ? [[name, data] as const] : [];
  });
  return Object.fromEntries(fields);
}
