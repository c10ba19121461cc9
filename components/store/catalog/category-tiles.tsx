import { Link } from '#components/ui/link.tsx';
import type { CatalogFacets } from '#lib/store/schemas/catalog.ts';
import { catalogPath } from '#lib/web/catalog/catalog-url.ts';
import { pageLinks } from '#lib/web/i18n/page-texts.ts';

type CategoryTilesProps = { readonly title: string; readonly categories: CatalogFacets['categories'] };

/** Shows the categories of the shop with their product counts. */
export async function CategoryTiles({ title, categories }: CategoryTilesProps) {
  const go = await pageLinks();
  if (categories.length === 0) return null;
  return (
    <section aria-labelledby="categories-title">
      <h2 id="categories-title" className="sr-only">
        {title}
      </h2>
      <ul className="grid grid-cols-2 gap-x-6 border-t border-line sm:grid-cols-3 lg:grid-cols-4">
        {categories.map(({ id, slug, name, count }) => (
          <li key={id} className="border-b border-line">
            <Link
              href={go(catalogPath({ categories: [slug] }))}
              className="flex min-h-16 items-baseline justify-between gap-3 rounded-sm py-4 text-lg font-medium underline-offset-4 hover:underline"
            >
              {name}
              <span className="text-sm font-normal text-muted tabular-nums">{count}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
