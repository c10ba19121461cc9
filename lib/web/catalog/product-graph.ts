import { alternates } from '#lib/i18n/alternates.ts';
import { decimalText, digitsOf } from '#lib/i18n/money-text.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { PublicProduct } from '#lib/store/schemas/catalog.ts';
import { catalogPath } from './catalog-url.ts';

const schema = 'https://schema.org';

/**
 * Returns a product as structured data for search engines. Its addresses are the canonical ones of the page's own
 * language.
 */
export function productGraph(product: PublicProduct, origin: string, locale: Locale) {
  const { id, slug, title, description, images, vendor, rating, path } = product;
  const at = (page: string) => new URL(alternates(page, locale).canonical, origin).href;
  const url = at(`/products/${id}/${slug}`);
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
        ...(rating.count > 0 && {
          aggregateRating: { '@type': 'AggregateRating', ratingValue: rating.average, reviewCount: rating.count },
        }),
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
