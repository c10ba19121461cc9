import { useId } from 'react';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import { useSeller } from '#components/vendor/seller-reader.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { SellerTexts } from '#lib/i18n/seller/texts.ts';
import { MAX_OPTIONS } from '#lib/store/limits.ts';
import { isSoundOption, type OptionDraft } from '#lib/web/seller/variant-draft.ts';

type OptionFieldsProps = {
  readonly drafts: readonly OptionDraft[];
  readonly onChange: (drafts: readonly OptionDraft[]) => void;
  /** How many of the first options stay, because variants already have them. */
  readonly kept: number;
  readonly isChecked: boolean;
  readonly texts: SellerTexts<'families'>;
};

/** Edits the names of options and their values, which are separated by commas. */
export function OptionFields({ drafts, onChange, kept, isChecked, texts }: OptionFieldsProps) {
  const id = useId();
  const { locale } = useSeller().reader;
  const change = (at: number, patch: Partial<OptionDraft>) =>
    onChange(drafts.map((draft, place) => (place === at ? { ...draft, ...patch } : draft)));
  return (
    <div className="flex flex-col gap-4">
      {drafts.map((draft, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an option has no identity but its place.
        <div key={at} className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_auto]">
          <TextField
            id={`${id}-name-${at}`}
            label={fill(texts.optionName, { number: at + 1 }, locale)}
            value={draft.name}
            onChange={({ target }) => change(at, { name: target.value })}
            maxLength={60}
            autoComplete="off"
          />
          <TextField
            id={`${id}-values-${at}`}
            label={fill(texts.optionValues, { number: at + 1 }, locale)}
            hint={texts.valuesHint}
            value={draft.values}
            onChange={({ target }) => change(at, { values: target.value })}
            error={isChecked && !isSoundOption(draft) ? texts.bad_option : undefined}
            autoComplete="off"
          />
          {drafts.length > 1 && at >= kept && (
            <Button
              look="quiet"
              className="sm:mt-7"
              onClick={() => onChange(drafts.filter((_, place) => place !== at))}
              aria-label={fill(texts.removeOption, { number: at + 1 }, locale)}
            >
              {texts.remove}
            </Button>
          )}
        </div>
      ))}
      {drafts.length < MAX_OPTIONS && (
        <div>
          <Button look="secondary" onClick={() => onChange([...drafts, { name: '', values: '' }])}>
            {texts.addOption}
          </Button>
        </div>
      )}
    </div>
  );
}
