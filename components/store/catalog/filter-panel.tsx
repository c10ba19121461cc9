import { X } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/form/checkbox.tsx';
import { SelectField } from '#components/ui/form/select.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import { decimalText, digitsOf } from '#lib/i18n/money-text.ts';
import { type Stars, starCounts } from '#lib/store/reviews/values.ts';
import type { CatalogPage } from '#lib/store/schemas/catalog.ts';
import type { CatalogState } from '#lib/web/catalog/catalog-url.ts';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';

export const FILTER_PANEL = 'catalog-filters';

type FilterPanelProps = {
  readonly state: CatalogState;
  readonly currency: string;
  readonly facets: CatalogPage['facets'];
};

/**
 * Shows the filters of the list. They are beside the list on wide screens. On a phone they are a sheet that opens and
 * closes as a native popover, without a script.
 */
export async function FilterPanel({ state, currency, facets }: FilterPanelProps) {
  const { t, locale } = await pageTexts('catalog');
  const numbers = new Intl.NumberFormat(locale);
  const count = (number: number) => numbers.format(number);
  const whole = (minor: number | null) => (minor === null ? '' : decimalText(minor, digitsOf(currency)).split('.')[0]);

  return (
    <aside
      id={FILTER_PANEL}
      popover="auto"
      aria-label={t('filters')}
      className="filter-panel sheet flex-col gap-8 bg-background text-text"
    >
      <div className="flex items-center justify-between lg:hidden">
        <h2 className="text-lg">{t('filters')}</h2>
        <button
          type="button"
          popoverTarget={FILTER_PANEL}
          popoverTargetAction="hide"
          aria-label={t('apply')}
          className="flex size-11 items-center justify-center rounded-md hover:bg-sunken"
        >
          <X aria-hidden className="size-5" />
        </button>
      </div>

      <Choices
        name="categories"
        legend={t('categories')}
        options={facets.categories}
        chosen={state.categories}
        count={count}
      />

      <fieldset>
        <legend className="pb-2 text-sm font-semibold">
          {t('price')}, {currency}
        </legend>
        <div className="grid grid-cols-2 gap-3">
          <TextField
            id="price-min"
            name="min"
            label={t('priceFrom')}
            inputMode="decimal"
            autoComplete="off"
            maxLength={12}
            defaultValue={state.min}
            placeholder={whole(facets.price.min)}
          />
          <TextField
            id="price-max"
            name="max"
            label={t('priceTo')}
            inputMode="decimal"
            autoComplete="off"
            maxLength={12}
            defaultValue={state.max}
            placeholder={whole(facets.price.max)}
          />
        </div>
      </fieldset>

      {/* A seller's page has one seller, and so has a small shop. */}
      {state.vendor === null && (facets.vendors.length > 1 || state.vendors.length > 0) && (
        <Choices name="vendors" legend={t('seller')} options={facets.vendors} chosen={state.vendors} count={count} />
      )}

      <Checkbox name="inStock" value="true" defaultChecked={state.inStock} count={count(facets.inStock.yes)}>
        {t('inStock')}
      </Checkbox>

      <RatingFilter chosen={state.rating} facet={facets.rating} count={count} />

      <Button type="submit" look="secondary" wide className="plain-submit">
        {t('apply')}
      </Button>
    </aside>
  );
}

type RatingFilterProps = {
  readonly chosen: number | null;
  readonly facet: CatalogPage['facets']['rating'];
  readonly count: (number: number) => string;
};

/** Shows from which average rating on products are listed, each with the products that have it or a better one. */
async function RatingFilter({ chosen, facet, count }: RatingFilterProps) {
  const { t } = await pageTexts('catalog');
  const atLeast = (stars: Stars) =>
    starCounts.filter((known) => known >= stars).reduce((sum, known) => sum + facet[known], 0);
  if (chosen === null && atLeast(1) === 0) return null;
  return (
    <SelectField
      id="rating"
      name="rating"
      label={t('rating')}
      defaultValue={String(chosen ?? '')}
      data-shown={String(chosen ?? '')}
    >
      <option value="">{t('ratingAny')}</option>
      {([4, 3, 2, 1] as const).map((stars) => (
        <option key={stars} value={stars}>
          {t('ratingFrom', { stars })} ({count(atLeast(stars))})
        </option>
      ))}
      {chosen === 5 && <option value="5">{t('ratingFrom', { stars: 5 })}</option>}
    </SelectField>
  );
}

type ChoicesProps = {
  readonly name: 'categories' | 'vendors';
  readonly legend: string;
  readonly options: CatalogPage['facets'][ChoicesProps['name']];
  /** The slugs of the options that are filtered by. */
  readonly chosen: readonly string[];
  readonly count: (number: number) => string;
};

/** Shows the options of one facet, each with its count. */
const Choices = ({ name, legend, options, chosen, count }: ChoicesProps) => (
  <fieldset className={options.length === 0 ? 'hidden' : undefined}>
    <legend className="pb-2 text-sm font-semibold">{legend}</legend>
    {options.map((option) => (
      <Checkbox
        key={option.id}
        name={name}
        value={option.slug}
        defaultChecked={chosen.includes(option.slug)}
        count={count(option.count)}
      >
        {option.name}
      </Checkbox>
    ))}
  </fieldset>
);
