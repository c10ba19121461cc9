import { SlidersHorizontal } from 'lucide-react';
import { buttonClass } from '#components/ui/button-look.ts';
import { Select } from '#components/ui/form/select.tsx';
import { type SortKey, sortKeys } from '#lib/store/values.ts';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';
import { FILTER_PANEL } from './filter-panel.tsx';

type SortBarProps = {
  readonly sortBy: SortKey;
  readonly isSearch: boolean;
  readonly currency: string;
  readonly currencies: readonly string[];
  readonly filters: number;
};

/** Shows the sort order and the currency of the list, and on a phone a button that opens the filters. */
export async function SortBar({ sortBy, isSearch, currency, currencies, filters }: SortBarProps) {
  const { t } = await pageTexts('catalog');
  const sorts = sortKeys.filter((key) => key === sortBy || key !== 'relevance' || isSearch);

  return (
    <div className="flex w-full flex-wrap items-center gap-2 sm:w-auto">
      <button
        type="button"
        popoverTarget={FILTER_PANEL}
        className={`${buttonClass({ look: 'secondary' })} grow sm:grow-0 lg:hidden`}
      >
        <SlidersHorizontal aria-hidden className="size-4" />
        {filters > 0 ? t('filtersOn', { count: filters }) : t('filters')}
      </button>
      {currencies.length > 1 && (
        <div className="shrink-0">
          <Select aria-label={t('currency')} name="currency" defaultValue={currency} data-shown={currency}>
            {currencies.map((code) => (
              <option key={code} value={code}>
                {code}
              </option>
            ))}
          </Select>
        </div>
      )}
      <div className="w-full sm:w-auto">
        <Select aria-label={t('sort')} name="sortBy" defaultValue={sortBy} data-shown={sortBy}>
          {sorts.map((key) => (
            <option key={key} value={key}>
              {t(`sort_${key}`)}
            </option>
          ))}
        </Select>
      </div>
    </div>
  );
}
