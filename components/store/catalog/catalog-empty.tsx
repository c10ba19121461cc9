import { SearchX } from 'lucide-react';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Link } from '#components/ui/link.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import type { CategoryRef } from '#lib/store/schemas/catalog.ts';
import { type CatalogState, catalogPath, filtersOn } from '#lib/web/catalog/catalog-url.ts';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';

type CatalogEmptyProps = { readonly categories: readonly CategoryRef[]; readonly state: CatalogState };

/** Shows that nothing was found, with a link that clears the filters and links to categories. */
export async function CatalogEmpty({ categories, state }: CatalogEmptyProps) {
  const [{ t, go }, { t: seller }] = await Promise.all([pageTexts('catalog'), pageTexts('seller')]);
  const { vendor } = state;
  if (vendor !== null && filtersOn(state) === 0)
    return <EmptyState title={seller('empty')} icon={<SearchX aria-hidden />} />;
  return (
    <EmptyState
      title={t('emptyTitle')}
      icon={<SearchX aria-hidden />}
      action={<LinkButton href={go(catalogPath({ vendor }))}>{t('clear')}</LinkButton>}
    >
      <p>{t('emptyText')}</p>
      {categories.length > 0 && (
        <>
          <p className="mt-4">{t('emptySuggest')}</p>
          <ul className="mt-2 flex flex-wrap justify-center gap-x-4 gap-y-1">
            {categories.slice(0, 8).map(({ id, slug, name }) => (
              <li key={id}>
                <Link
                  href={go(catalogPath({ categories: [slug] }))}
                  className="inline-block py-1.5 text-text underline underline-offset-4"
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </EmptyState>
  );
}
