import { openContext } from '#lib/api/open-context.ts';
import type { Context } from '#lib/context/context.ts';
import { categoryTree } from '#lib/store/catalog/categories.ts';
import { listForSitemap, sitemapPages } from '#lib/store/catalog/sitemap.ts';
import { approvedVendors } from '#lib/store/vendors/vendors.ts';
import { type SitemapPath, sitemapFile, xmlAnswer } from '#lib/web/catalog/sitemap-xml.ts';
import { textPages } from '#lib/web/texts/values.ts';

/** Responds with one file of the sitemap. */
export async function GET(request: Request, { params }: RouteContext<'/sitemap/[part]'>): Promise<Response> {
  const ctx = openContext(request.headers);
  const paths = await pathsOf(ctx, (await params).part);
  return paths ? xmlAnswer(sitemapFile(ctx.origin, paths)) : new Response(null, { status: 404 });
}

async function pathsOf(ctx: Context, part: string): Promise<SitemapPath[] | null> {
  if (part === 'pages.xml') return standing(ctx);
  const page = Number(/^products-(\d{1,6})\.xml$/.exec(part)?.[1] ?? Number.NaN);
  if (Number.isNaN(page) || page >= (await sitemapPages(ctx))) return null;
  const products = await listForSitemap(ctx, page);
  return products.map(({ id, slug, updatedAt }) => ({ path: `/products/${id}/${slug}`, updatedAt }));
}

async function standing(ctx: Context): Promise<SitemapPath[]> {
  const [{ inOrder }, { byId }] = await Promise.all([categoryTree(ctx), approvedVendors(ctx)]);
  const shelves = inOrder
    .filter(({ isHidden }) => !isHidden)
    .map(({ slug }) => ({ path: `/products?categories=${slug}` }));
  const sellers = [...byId.values()].map(({ slug }) => ({ path: `/vendors/${slug}` }));
  const texts = textPages.map((page) => ({ path: `/${page}` }));
  return [{ path: '/' }, { path: '/products' }, ...texts, ...shelves, ...sellers];
}
