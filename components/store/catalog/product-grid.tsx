import { classNames } from '#components/ui/class-names.ts';
import { moneyText } from '#lib/i18n/money-text.ts';
import { scoreText } from '#lib/i18n/score-text.ts';
import { LOW_STOCK } from '#lib/store/limits.ts';
import type { ListedProduct } from '#lib/store/schemas/catalog.ts';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';
import { ProductCard } from './product-card.tsx';

const columns = {
  page: 'grid-cols-2 md:grid-cols-3 xl:grid-cols-4',
  beside: 'grid-cols-2 md:grid-cols-3',
} as const;
const sizes = {
  page: '(min-width: 80rem) 19rem, (min-width: 48rem) 31vw, 46vw',
  beside: '(min-width: 80rem) 18rem, (min-width: 48rem) 30vw, 46vw',
} as const;

type ProductGridProps = {
  readonly products: readonly ListedProduct[];
  readonly place?: keyof typeof columns;
  /** True when the first pictures are the most important content of the page, so they load first. */
  readonly isFirst?: boolean;
  /** On the page of a seller the cards name the seller without a link. */
  readonly isOneSeller?: boolean;
};

/** Shows a list of products with prices and low stock. */
export async function ProductGrid({
  products,
  place = 'page',
  isFirst = false,
  isOneSeller = false,
}: ProductGridProps) {
  const [{ t, locale, go }, { t: wish }] = await Promise.all([pageTexts('card'), pageTexts('wishlist')]);
  const money = (minor: number, currency: string) => moneyText(minor, currency, locale);
  const ratingOf = ({ rating: { average, count } }: ListedProduct) => {
    if (average === null) return null;
    const score = scoreText(average, locale);
    return { score, words: t('rating', { average: score, count }) };
  };

  const words = { now: t('now'), before: t('was'), soldOut: t('soldOut') };
  const priceOf = ({ priceMinor, currency, family }: ListedProduct) => {
    const price = money(priceMinor, currency);
    return family && family.priceMaxMinor > priceMinor ? t('from', { price }) : price;
  };

  return (
    <ul className={classNames('grid gap-x-4 gap-y-10 sm:gap-x-6', columns[place])}>
      {products.map((product, index) => (
        <li key={product.id} className="flex">
          <ProductCard
            product={factsOf(product)}
            href={go(`/products/${product.id}/${product.slug}`)}
            sellerHref={isOneSeller ? null : go(`/vendors/${product.vendor.slug}`)}
            sizes={sizes[place]}
            heading={place === 'beside' ? 'h2' : 'h3'}
            isFirst={isFirst && index < 2}
            texts={{
              price: priceOf(product),
              variants: product.family ? t('variants', { count: product.family.count }) : null,
              was: product.compareAtMinor === null ? null : money(product.compareAtMinor, product.currency),
              ...words,
              onlyLeft: product.available > LOW_STOCK ? '' : t('onlyLeft', { count: product.available }),
              rating: ratingOf(product),
              heart: wish('heart', { title: product.title }),
            }}
          />
        </li>
      ))}
    </ul>
  );
}

/** Returns what a card shows of a product. Every further field would be sent with each card. */
const factsOf = ({ id, title, image, vendor, inStock, available }: ListedProduct) => ({
  ...{ id, title, inStock, available },
  image: image && { url: image.url, alt: image.alt, width: image.width, height: image.height },
  vendor: { name: vendor.name },
});
