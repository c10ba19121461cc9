import { alternates } from '#lib/i18n/alternates.ts';
import { locales } from '#lib/i18n/values.ts';

export type SitemapPath = { readonly path: string; readonly updatedAt?: string };

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? '');

/** Returns the index of the sitemap's files. */
export const sitemapIndex = (origin: string, files: readonly string[]): string =>
  `${head}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${files
    .map((file) => `<sitemap><loc>${escaped(origin + file)}</loc></sitemap>`)
    .join('')}</sitemapindex>`;

/** Returns pages with their languages: each language has an entry and names the others. */
export function sitemapFile(origin: string, paths: readonly SitemapPath[]): string {
  const urls = paths.flatMap(({ path, updatedAt }) => {
    const others = Object.entries(alternates(path, 'en').languages).map(
      ([language, href]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${escaped(origin + href)}"/>`,
    );
    const changed = updatedAt ? `<lastmod>${escaped(updatedAt)}</lastmod>` : '';
    return locales.map(
      (locale) =>
        `<url><loc>${escaped(origin + alternates(path, locale).canonical)}</loc>${changed}${others.join('')}</url>`,
    );
  });
  return `${head}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${urls.join('')}</urlset>`;
}

/** Returns the response with an XML document for a crawler. */
export const xmlAnswer = (xml: string): Response =>
  new Response(xml, {
    headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  });
