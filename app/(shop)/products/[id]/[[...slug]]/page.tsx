import { Share2 } from 'lucide-react';
import type { Metadata } from 'next';
import { notFound, permanentRedirect } from 'next/navigation';
import { houseMail } from '#app/(shop)/house-mail.ts';
import { AskAboutProduct } from '#components/messages/ask/ask-about-product.tsx';
import { ProductAgent } from '#components/store/agent/product-agent.tsx';
import { JsonLd } from '#components/store/catalog/json-ld.tsx';
import { ProductGrid } from '#components/store/catalog/product-grid.tsx';
import { BuyBox } from '#components/store/product/buy-box.tsx';
import { DeliveryEstimateText } from '#components/store/product/delivery-estimate.tsx';
import { estimateText } from '#components/store/product/estimate-text.ts';
import { Gallery } from '#components/store/product/gallery.tsx';
import { OptionLinks } from '#components/store/product/option-links.tsx';
import { ProductFacts } from '#components/store/product/product-facts.tsx';
import { RecentProducts } from '#components/store/product/recent-products.tsx';
import { ShareProduct } from '#components/store/product/share-product.tsx';
import { ProductReviews } from '#components/store/reviews/product-reviews.tsx';
import { AskHouse } from '#components/store/seller/ask-house.tsx';
import { HeartButton } from '#components/store/wishlist/heart-button.tsx';
import { Breadcrumbs } from '#components/ui/breadcrumbs.tsx';
import { Link } from '#components/ui/link.tsx';
import { Price } from '#components/ui/price.tsx';
import { pageContext } from '#lib/api/page-context.ts';
import { alternates } from '#lib/i18n/alternates.ts';
import { moneyText } from '#lib/i18n/money-text.ts';
import { scoreText } from '#lib/i18n/score-text.ts';
import { HOUSE_VENDOR_ID } from '#lib/payments/values.ts';
import { isAgentOn } from '#lib/store/agent/agent-on.ts';
import { estimateDelivery } from '#lib/store/delivery/delivery-estimates.ts';
import { variantTitle } from '#lib/store/families/option-texts.ts';
import type { ListedProduct, PublicProduct } from '#lib/store/schemas/catalog.ts';
import { findSeller } from '#lib/store/vendors/sellers.ts';
import { catalogPath } from '#lib/web/catalog/catalog-url.ts';
import { productGraph } from '#lib/web/catalog/product-graph.ts';
import { readReviewState } from '#lib/web/catalog/review-url.ts';
import { estimateTexts } from '#lib/web/i18n/estimate-texts.ts';
import { clientTexts, pageTexts } from '#lib/web/i18n/page-texts.ts';
import { openProduct, similarTo } from './open-product.ts';
import { readReviews } from './read-reviews.ts';

type Props = PageProps<'/products/[id]/[[...slug]]'>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const ctx = await pageContext();
  const product = await openProduct(ctx, (await params).id);
  if (!product) return {};
  const path = `/products/${product.id}/${product.slug}`;
  const description = product.description.replaceAll(/\s+/g, ' ').slice(0, 160);
  const title = variantTitle(product);
  return {
    title,
    description,
    alternates: alternates(path, ctx.locale),
    // This replaces the whole openGraph of the layout.
    openGraph: {
      siteName: 'Plaza',
      type: 'website',
      title,
      description,
      url: alternates(path, ctx.locale).canonical,
      images: [
        {
          url: alternates(`/og/products/${product.id}`, ctx.locale).canonical,
          width: 1200,
          height: 630,
          alt: title,
        },
      ],
    },
    twitter: { card: 'summary_large_image' },
  };
}

const NOTE = 'border-t border-line pt-5 text-sm text-muted';

export default async function ProductPage({ params, searchParams }: Props) {
  const ctx = await pageContext();
  const { id, slug } = await params;
  const [product, { t, locale, go }, { t: card }, { t: wish }] = await Promise.all([
    openProduct(ctx, id),
    pageTexts('product'),
    pageTexts('card'),
    pageTexts('wishlist'),
  ]);
  if (!product) notFound();
  const canonical = go(`/products/${product.id}/${product.slug}`);
  if (slug?.join('/') !== product.slug) permanentRedirect(canonical);

  const reviewed = readReviewState(await searchParams);
  const [reviews, similar, seller, hasAgent, estimate] = await Promise.all([
    readReviews(ctx, product, reviewed),
    similarTo(ctx, product),
    findSeller(ctx, product.vendor.id),
    isAgentOn(ctx),
    product.fulfilment === 'digital' ? null : estimateDelivery(ctx, product.vendor.id, product.currency),
  ]);
  const [buy, cart, delivery, cards, wishlist, watch, problems] = await Promise.all([
    clientTexts('buy'),
    clientTexts('cart'),
    estimateTexts(),
    clientTexts('card'),
    clientTexts('wishlist'),
    clientTexts('stockWatch'),
    clientTexts('problems'),
  ]);
  const house = product.vendor.id === HOUSE_VENDOR_ID ? houseMail(ctx, canonical) : null;
  const money = (minor: number) => moneyText(minor, product.currency, locale);
  const { compareAtMinor } = product;
  const { average, count } = reviews.summary;
  const crumbs = [
    ...product.path.map(({ name, slug: category }) => ({
      label: name,
      href: go(catalogPath({ categories: [category] })),
    })),
    { label: variantTitle(product) },
  ];

  return (
    <main id="content" className="mx-auto flex w-full max-w-7xl grow flex-col gap-6 px-4 pt-5 pb-24 sm:px-6 lg:px-10">
      <JsonLd graph={productGraph({ ...product, rating: { average, count } }, ctx.origin, locale)} />
      <Breadcrumbs label={t('breadcrumbs')} crumbs={crumbs} />
      <div className="grid grid-cols-1 items-start gap-x-12 gap-y-6 md:grid-cols-[minmax(0,6fr)_minmax(0,5fr)] lg:gap-x-16">
        <Gallery images={product.images} label={t('pictures', { title: product.title })} />
        <div className="flex flex-col gap-6 md:sticky md:top-8">
          <div className="flex flex-col gap-2">
            <h1 className="text-3xl leading-tight lg:text-4xl">{variantTitle(product)}</h1>
            <p className="flex flex-wrap gap-x-4 text-muted">
              <Link href={go(`/vendors/${product.vendor.slug}`)} className="underline underline-offset-4">
                {card('by', { vendor: product.vendor.name })}
              </Link>
              {average !== null && (
                <a href="#reviews" className="tabular-nums underline underline-offset-4">
                  <span aria-hidden>★ </span>
                  {card('rating', { average: scoreText(average, locale), count })}
                </a>
              )}
            </p>
          </div>
          <div>
            <Price
              size="large"
              amount={money(product.priceMinor)}
              was={compareAtMinor === null ? null : { amount: money(compareAtMinor), label: card('was') }}
              nowLabel={card('now')}
            />
            <p className="mt-1 text-sm text-muted">{t('taxes')}</p>
          </div>
          <OptionLinks product={product} />
          <BuyBox
            // A link to another product within the drawer closes it.
            key={product.id}
            product={toListed(product)}
            isSignedIn={ctx.user !== null}
            currency={product.currency}
            links={{ cart: go('/cart'), checkout: go('/checkout'), catalog: go('/products'), signIn: go('/sign-in') }}
            locale={locale}
            texts={{ buy, cart, delivery, problems, watch }}
          />
          {house && <AskHouse {...house} about={product.title} />}
          {/* A seller cannot ask themselves. */}
          {seller && seller.userId !== ctx.user?.id && (
            <AskAboutProduct product={product} seller={seller} isSignedIn={ctx.user !== null} />
          )}
          {hasAgent && (
            <ProductAgent
              key={product.id}
              product={product}
              seller={seller && seller.userId !== ctx.user?.id ? seller : null}
              house={house}
              userId={ctx.user?.id ?? null}
            />
          )}
          {product.fulfilment === 'digital' && <p className={NOTE}>{t('digital')}</p>}
          {estimate && (
            <p className={NOTE}>
              <DeliveryEstimateText
                text={estimateText(estimate, {
                  subtotalMinor: 0,
                  currency: product.currency,
                  locale,
                  texts: delivery,
                })}
                estimate={estimate}
                isSignedIn={ctx.user !== null}
                currency={product.currency}
                locale={locale}
                texts={delivery}
              />
            </p>
          )}
          <div className="flex flex-wrap items-center">
            <HeartButton productId={product.id} label={wish('heart', { title: product.title })} text={wish('title')} />
            <ShareProduct
              title={product.title}
              path={canonical}
              texts={{ copied: t('linkCopied'), failed: t('shareFailed') }}
            >
              <Share2 aria-hidden className="size-5" />
              {t('share')}
            </ShareProduct>
          </div>
          <ProductFacts product={product} />
        </div>
      </div>
      <ProductReviews product={product} page={reviews} path={canonical} state={reviewed} />
      {similar.length > 0 && (
        <section className="mt-16 flex flex-col gap-6">
          <h2 className="text-2xl">{t('similar')}</h2>
          <ProductGrid products={similar} />
        </section>
      )}
      <RecentProducts
        id={product.id}
        currency={product.currency}
        locale={locale}
        catalog={go('/products')}
        title={t('recent')}
        texts={cards}
        heart={wishlist.heart}
      />
    </main>
  );
}

/** Returns what a list shows of a product, without the texts that only its page has. */
function toListed({
  description: _,
  images: __,
  attributes: ___,
  path: ____,
  ...listed
}: PublicProduct): ListedProduct {
  // In a cart a variant stands for itself.
  return { ...listed, family: null };
}
