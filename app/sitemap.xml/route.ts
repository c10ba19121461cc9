import { openContext } from '#lib/api/open-context.ts';
import { sitemapPages } from '#lib/store/catalog/sitemap.ts';
import { sitemapIndex, xmlAnswer } from '#lib/web/catalog/sitemap-xml.ts';

/** The index of the sitemap: one file for the pages that are always there, and as many as the products fill. */
export async function GET(request: Request): Promise<Response> {
  const ctx = openContext(request.headers);
  const files = Array.from({ length: await sitemapPages(ctx) }, (_, page) => `/sitemap/products-${page}.xml`);
  return xmlAnswer(sitemapIndex(ctx.origin, ['/sitemap/pages.xml', ...files]));
}
