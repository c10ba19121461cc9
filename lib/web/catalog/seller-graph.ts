import { alternates } from '#lib/i18n/alternates.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { Shop } from '#lib/store/vendors/shops.ts';

/** Returns a seller as structured data for search engines, under the canonical address of the page's own language. */
export function sellerGraph(
  { vendor, about, country, logoUrl }: Pick<Shop, 'vendor' | 'about' | 'country' | 'logoUrl'>,
  origin: string,
  locale: Locale,
) {
  const url = new URL(alternates(`/vendors/${vendor.slug}`, locale).canonical, origin).href;
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    '@id': url,
    url,
    name: vendor.name,
    ...(about !== '' && { description: about }),
    ...(logoUrl !== null && { logo: new URL(logoUrl, origin).href }),
    address: { '@type': 'PostalAddress', addressCountry: country },
  };
}
