import { TextField } from '#components/ui/form/text-field.tsx';
import type { AiSettings } from '#lib/settings/schemas/settings.ts';
import { dollarsOf, type PricePart, priceField, priceParts } from './model-settings-input.ts';

const labels: Readonly<Record<PricePart, string>> = {
  inputMicrosPerMillion: 'Input',
  cachedInputMicrosPerMillion: 'Cached input',
  outputMicrosPerMillion: 'Output',
};

type ModelPricesProps = {
  readonly models: readonly string[];
  readonly prices: AiSettings['prices'];
  readonly problems: Readonly<Record<string, string>>;
};

/**
 * Shows the price fields of each model, in USD per million tokens. Without a price, the cost of a call is unknown and
 * the daily budget cannot apply to it.
 */
export function ModelPrices({ models, prices, problems }: ModelPricesProps) {
  return models.map((model) => (
    <fieldset key={model} className="flex flex-col gap-2">
      <legend className="text-sm font-medium wrap-anywhere">Price of {model} (USD per million tokens)</legend>
      <div className="grid grid-cols-3 gap-4">
        {priceParts.map((part) => {
          const name = priceField(model, part);
          const known = prices[model]?.[part];
          return (
            <TextField
              key={part}
              id={name.replaceAll(' ', '-')}
              name={name}
              label={labels[part]}
              inputMode="decimal"
              autoComplete="off"
              error={problems[name]}
              defaultValue={known === undefined ? '' : dollarsOf(known)}
            />
          );
        })}
      </div>
    </fieldset>
  ));
}
