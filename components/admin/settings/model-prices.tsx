import { useReader } from '#components/admin/console-reader.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { fill } from '#lib/i18n/fill.ts';
import type { AiSettings } from '#lib/settings/schemas/settings.ts';
import { dollarsOf, priceField, priceParts, type SettingsProblems } from './model-settings-input.ts';

type ModelPricesProps = {
  readonly models: readonly string[];
  readonly prices: AiSettings['prices'];
  readonly problems: SettingsProblems;
  readonly texts: ConsoleTexts<'settings'>;
};

/**
 * Shows the price fields of each model, in USD per million tokens. Without a price, the cost of a call is unknown and
 * the daily budget cannot apply to it.
 */
export function ModelPrices({ models, prices, problems, texts }: ModelPricesProps) {
  const { locale } = useReader();
  return models.map((model) => (
    <fieldset key={model} className="flex flex-col gap-2">
      <legend className="text-sm font-medium wrap-anywhere">{fill(texts.price, { model }, locale)}</legend>
      <div className="grid grid-cols-3 gap-4">
        {priceParts.map((part) => {
          const name = priceField(model, part);
          const problem = problems[name];
          const known = prices[model]?.[part];
          return (
            <TextField
              key={part}
              id={name.replaceAll(' ', '-')}
              name={name}
              label={texts[`price_${part}`]}
              inputMode="decimal"
              autoComplete="off"
              error={problem && texts[problem]}
              defaultValue={known === undefined ? '' : dollarsOf(known)}
            />
          );
        })}
      </div>
    </fieldset>
  ));
}
