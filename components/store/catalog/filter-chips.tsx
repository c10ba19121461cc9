import { X } from 'lucide-react';
import { Link } from '#components/ui/link.tsx';
import { digitsOf, minorOf, moneyText } from '#lib/i18n/money-text.ts';
import type { CatalogPage } from '#lib/store/schemas/catalog.ts';
import { type CatalogState, catalogPath, filtersOn } from '#lib/web/catalog/catalog-url.ts';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';

type FilterChipsProps = {
  readonly state: CatalogState;
  readonly currency: string;
  readonly facets: Pick<CatalogPage['facets'], 'categories' | 'vendors'>;
};

/** Shows each active filter with a link that removes it. Real links also work without a script. */
export async function FilterChips({ state, currency, facets: { categories, vendors } }: FilterChipsProps) {
  const { t, locale, go } = await pageTexts('catalog');
  if (filtersOn(state) === 0) return null;
  const fresh = { ...state, afterId: null, pages: 1 };
  const nameOf = (slug: string) => categories.find((known) => known.slug === slug || known.id === slug)?.name ?? slug;

  const chips = [
    ...(state.search ? [{ name: t('titleSearch', { search: state.search }), rest: { ...fresh, search: '' } }] : []),
    ...state.categories.map((slug) => ({
      name: nameOf(slug),
      rest: { ...fresh, categories: state.categories.filter((category) => category !== slug) },
    })),
    ...state.vendors.map((slug) => ({
      name: vendors.find((known) => known.slug === slug)?.name ?? slug,
      rest: { ...fresh, vendors: state.vendors.filter((vendor) => vendor !== slug) },
    })),
    ...(state.min || state.max ? [{ name: priceName(), rest: { ...fresh, min: '', max: '' } }] : []),
    ...(state.inStock ? [{ name: t('inStock'), rest: { ...fresh, inStock: false } }] : []),
    ...(state.rating ? [{ name: t('ratingFrom', { stars: state.rating }), rest: { ...fresh, rating: null } }] : []),
  ];

  function priceName(): string {
    const [min, max] = [state.min, state.max].map((bound) => minorOf(bound, digitsOf(currency)));
    const money = (minor: number) => moneyText(minor, currency, locale);
    if (max == null) return t('priceAtLeast', { min: money(min ?? 0) });
    if (min == null) return t('priceAtMost', { max: money(max) });
    return t('priceRange', { min: money(min), max: money(max) });
  }

  return (
    <nav aria-label={t('applied')}>
      <ul className="flex flex-wrap items-center gap-2">
        {chips.map(({ name, rest }) => (
          <li key={name}>
            <Link
              href={go(catalogPath(rest))}
              scroll={false}
              aria-label={t('removeFilter', { name })}
              className="inline-flex min-h-9 items-center gap-1.5 rounded-full bg-sunken ps-3.5 pe-2.5 text-sm hover:bg-line"
            >
              {name}
              <X aria-hidden className="size-4" />
            </Link>
          </li>
        ))}
        {chips.length > 1 && (
          <li>
            <Link
              href={go(catalogPath({ vendor: state.vendor, sortBy: state.sortBy, currency: state.currency }))}
              scroll={false}
              className="inline-flex min-h-9 items-center px-2 text-sm underline underline-offset-4"
            >
              {t('clear')}
            </Link>
          </li>
        )}
      </ul>
    </nav>
  );
}
