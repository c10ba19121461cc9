import type { Metadata } from 'next';
import { notFound, permanentRedirect } from 'next/navigation';
import { chosenCurrency } from '#app/(shop)/chosen-currency.ts';
import { houseMail } from '#app/(shop)/house-mail.ts';
import { openCatalog } from '#app/(shop)/products/open-catalog.ts';
import { CatalogList } from '#components/store/catalog/catalog-list.tsx';
import { JsonLd } from '#components/store/catalog/json-ld.tsx';
import { ReportLink } from '#components/store/seller/report-link.tsx';
import { ShopHeader } from '#components/store/seller/shop-header.tsx';
import { ShopTerms } from '#components/store/seller/shop-terms.tsx';
import { pageContext } from '#lib/api/page-context.ts';
import { alternates } from '#lib/i18n/alternates.ts';
import { regionName } from '#lib/i18n/region-name.ts';
import { HOUSE_VENDOR_ID } from '#lib/payments/values.ts';
import { visibleShelves } from '#lib/store/catalog/categories.ts';
import { currenciesOf } from '#lib/store/products/currencies.ts';
import { findSummary } from '#lib/store/reviews/list-reviews.ts';
import { findSeller } from '#lib/store/vendors/sellers.ts';
import { listShopDeliveries } from '#lib/store/vendors/shops.ts';
import { catalogPath, filtersOn, readCatalog } from '#lib/web/catalog/catalog-url.ts';
import { sellerGraph } from '#lib/web/catalog/seller-graph.ts';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';
import { openVendor } from './open-vendor.ts';

type Props = PageProps<'/vendors/[slug]'>;

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const [ctx, { t, locale }] = await Promise.all([pageContext(), pageTexts('seller')]);
  const shop = await openVendor(ctx, (await params).slug);
  if (!shop) return {};
  const { name, slug } = shop.vendor;
  const about = shop.about.replaceAll(/\s+/g, ' ').trim().slice(0, 160);
  return {
    title: name,
    description: about || t('description', { name, country: regionName(shop.country, locale) }),
    alternates: alternates(`/vendors/${slug}`, locale),
    ...(filtersOn(readCatalog(await searchParams)) > 0 && { robots: { index: false, follow: true } }),
  };
}

export default async function VendorPage({ params, searchParams }: Props) {
  const ctx = await pageContext();
  const [{ slug }, query, { t, go }] = await Promise.all([params, searchParams, pageTexts('seller')]);
  const shop = await openVendor(ctx, slug);
  if (!shop) notFound();
  const { vendor } = shop;
  if (slug !== vendor.slug) permanentRedirect(go(catalogPath(readCatalog(query, vendor.slug))));

  const [list, rating, seller, deliveries] = await Promise.all([
    openCatalog(ctx, query, vendor),
    findSummary(ctx, vendor.id),
    findSeller(ctx, vendor.id),
    chosenCurrency(ctx).then(async (currency) => ({
      currency,
      options: await listShopDeliveries(ctx, vendor.id, currency),
    })),
  ]);
  return (
    <main id="content" className="mx-auto flex w-full max-w-7xl grow flex-col gap-10 px-4 pt-6 pb-20 sm:px-6 lg:px-10">
      <JsonLd graph={sellerGraph(shop, ctx.origin, ctx.locale)} />
      {/* A seller cannot ask themselves. */}
      <ShopHeader
        shop={shop}
        seller={seller && seller.userId !== ctx.user?.id ? seller : null}
        house={
          vendor.id === HOUSE_VENDOR_ID ? houseMail(ctx, alternates(`/vendors/${slug}`, ctx.locale).canonical) : null
        }
        isSignedIn={ctx.user !== null}
        rating={rating}
      />
      <ShopTerms shop={shop} deliveries={deliveries.options} currency={deliveries.currency} />
      <CatalogList
        list={list}
        currencies={currenciesOf(ctx.env)}
        shelves={list.page.products.length > 0 ? [] : await visibleShelves(ctx)}
        heading={<h2 className="text-2xl">{t('goods', { name: vendor.name })}</h2>}
      />
      {/* The shop itself cannot be reported, and neither can the reader. */}
      {seller && seller.userId !== ctx.user?.id && <ReportLink vendor={vendor} isSignedIn={ctx.user !== null} />}
    </main>
  );
}
