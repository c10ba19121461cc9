import { alternates } from '#lib/i18n/alternates.ts';
import { decimalText, digitsOf } from '#lib/i18n/money-text.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { variantTitle } from '#lib/store/families/option-texts.ts';
import type { PublicProduct } from '#lib/store/schemas/catalog.ts';
import { catalogPath } from './catalog-url.ts';

const schema = 'https://schema.org';

type Family = NonNullable<PublicProduct['family']>;

/** Returns the family of a variant, with the addresses of the variants that its options lead to. */
function groupOf(product: PublicProduct, { id, options }: Family, at: (page: string) => string) {
  const pages = options.flatMap(({ values }) =>
    values.flatMap(({ productId, slug }) => (productId === null ? [] : [`/products/${productId}/${slug}`])),
  );
  return {
    '@type': 'ProductGroup',
    productGroupID: id,
    name: product.title,
    variesBy: options.map(({ name }) => name),
    hasVariant: [...new Set(pages)].map((page) => ({ '@type': 'Product', url: at(page) })),
  };
}

/**
 * Returns a product as structured data for search engines. Its addresses are the canonical ones of the page's own
 * language.
 */
export function productGraph(product: PublicProduct, origin: string, locale: Locale) {
  const { id, slug, description, family, images, vendor, rating, path } = product;
  const at = (page: string) => new URL(alternates(page, locale).canonical, origin).href;
  const url = at(`/products/${id}/${slug}`);
  const title = variantTitle(product);
  const aggregate = rating.count > 0 && {
    aggregateRating: { '@type': 'AggregateRating', ratingValue: rating.average, reviewCount: rating.count },
  };
  return {
    '@context': schema,
    '@graph': [
      {
        '@type': 'Product',
        '@id': url,
        url,
        name: title,
        description,
        image: images.map((image) => new URL(image.url, origin).href),
        brand: { '@type': 'Brand', name: vendor.name },
        offers: {
          '@type': 'Offer',
          url,
          price: decimalText(product.priceMinor, digitsOf(product.currency)),
          priceCurrency: product.currency,
          availability: `${schema}/${product.inStock ? 'InStock' : 'OutOfStock'}`,
          seller: { '@type': 'Organization', name: vendor.name, url: at(`/vendors/${vendor.slug}`) },
        },
        // The rating of a variant is that of its family.
        ...(family ? { isVariantOf: { ...groupOf(product, family, at), ...aggregate } } : aggregate),
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          ...path.map((category, place) => ({
            '@type': 'ListItem',
            position: place + 1,
            name: category.name,
            item: at(catalogPath({ categories: [category.slug] })),
          })),
          { '@type': 'ListItem', position: path.length + 1, name: title, item: url },
        ],
      },
    ],
  };
}
