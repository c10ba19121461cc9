import { openContext } from '#lib/api/open-context.ts';
import { sitemapPages } from '#lib/store/catalog/sitemap.ts';
import { sitemapIndex, xmlAnswer } from '#lib/web/catalog/sitemap-xml.ts';

/** Responds with the index of the sitemap: one file for the fixed pages, and as many as the products need. */
export async function GET(request: Request): Promise<Response> {
  const ctx = openContext(request.headers);
  const files = Array.from({ length: await sitemapPages(ctx) }, (_, page) => `/sitemap/products-${page}.xml`);
  return xmlAnswer(sitemapIndex(ctx.origin, ['/sitemap/pages.xml', ...files]));
}
