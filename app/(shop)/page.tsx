import { ArrowRight } from 'lucide-react';
import type { Metadata, Route } from 'next';
import { CategoryTiles } from '#components/store/catalog/category-tiles.tsx';
import { ProductGrid } from '#components/store/catalog/product-grid.tsx';
import { MakerCards } from '#components/store/seller/maker-cards.tsx';
import { Link } from '#components/ui/link.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { pageContext } from '#lib/api/page-context.ts';
import { alternates } from '#lib/i18n/alternates.ts';
import { listProducts, wholeFacets } from '#lib/store/catalog/catalog.ts';
import { listMakers } from '#lib/store/catalog/makers.ts';
import type { ListedProduct } from '#lib/store/schemas/catalog.ts';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';
import { chosenCurrency } from './chosen-currency.ts';

const NEW = 4;
const SHELF = 8;

export async function generateMetadata(): Promise<Metadata> {
  const { t, locale } = await pageTexts('home');
  return { title: { absolute: `Plaza · ${t('title')}` }, alternates: alternates('/', locale) };
}

export default async function HomePage() {
  const ctx = await pageContext();
  const currency = await chosenCurrency(ctx);
  const [{ t, go }, facets, newest, popular] = await Promise.all([
    pageTexts('home'),
    // The counts of the categories equal those of their lists, which include products that are out of stock.
    wholeFacets(ctx, currency),
    listProducts(ctx, { currency, sortBy: 'newest', inStock: true, limit: NEW }),
    listProducts(ctx, { currency, sortBy: 'popular', inStock: true, limit: SHELF + NEW }),
  ]);
  const known = new Set(newest.products.map(({ id }) => id));
  const makers = await listMakers(ctx, facets.vendors);
  const others = popular.products.filter(({ id }) => !known.has(id)).slice(0, SHELF);

  return (
    <main id="content" className="mx-auto flex w-full max-w-7xl grow flex-col gap-20 px-4 pb-24 sm:px-6 lg:px-10">
      <section className="grid items-end gap-8 pt-12 sm:pt-20 lg:grid-cols-[3fr_2fr] lg:gap-16">
        <h1 className="text-4xl leading-[1.08] tracking-tight text-balance sm:text-6xl">{t('headline')}</h1>
        <div className="flex flex-col items-start gap-6">
          <p className="text-lg text-muted text-pretty">{t('lead')}</p>
          <LinkButton href={go('/products')} size="large">
            {t('browse')} <ArrowRight aria-hidden className="size-5" />
          </LinkButton>
        </div>
      </section>
      <CategoryTiles title={t('categories')} categories={facets.categories} />
      <Shelf
        title={t('newest')}
        more={go('/products?sortBy=newest')}
        label={t('seeAll')}
        products={newest.products}
        isFirst
      />
      <MakerCards makers={makers} />
      <Shelf title={t('popular')} more={go('/products?sortBy=popular')} label={t('seeAll')} products={others} />
    </main>
  );
}

type ShelfProps = {
  readonly title: string;
  readonly more: Route;
  readonly label: string;
  readonly products: readonly ListedProduct[];
  readonly isFirst?: boolean;
};

function Shelf({ title, more, label, products, isFirst = false }: ShelfProps) {
  if (products.length === 0) return null;
  return (
    <section className="flex flex-col gap-6">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="text-2xl">{title}</h2>
        <Link href={more} aria-label={`${label}: ${title}`} className="rounded-sm py-2 underline underline-offset-4">
          {label}
        </Link>
      </div>
      <ProductGrid products={products} isFirst={isFirst} />
    </section>
  );
}
