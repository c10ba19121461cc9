import type { PublicProduct } from '#lib/store/schemas/catalog.ts';
import { scriptJson } from '#lib/web/json-ld.ts';
import { decimalText, digitsOf } from '#lib/web/money-text.ts';

/** The product as search engines read it, with what is in stock this moment. */
export function ProductJson({ product, origin }: { readonly product: PublicProduct; readonly origin: string }) {
  const { id, slug, title, description, images, vendor, rating, path } = product;
  const url = `${origin}/products/${id}/${slug}`;
  const schema = 'https://schema.org';
  const graph = [
    {
      '@type': 'Product',
      '@id': url,
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
        seller: { '@type': 'Organization', name: vendor.name },
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
          item: `${origin}/products?categories=${category.slug}`,
        })),
        { '@type': 'ListItem', position: path.length + 1, name: title, item: url },
      ],
    },
  ];
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: scriptJson leaves nothing that could end the tag.
      dangerouslySetInnerHTML={{ __html: scriptJson({ '@context': schema, '@graph': graph }) }}
    />
  );
}
