import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import type { AiSettings, SettingsView } from '#lib/settings/schemas/settings.ts';
import { textIn } from '#lib/web/form-text.ts';

const MICROS = 1_000_000;

type Prices = AiSettings['prices'];
export const priceParts = ['inputMicrosPerMillion', 'cachedInputMicrosPerMillion', 'outputMicrosPerMillion'] as const;
export type PricePart = (typeof priceParts)[number];

/** What is wrong with fields: by the name of the field, the key of its text. */
export type SettingsProblems = Readonly<
  Record<string, Extract<keyof ConsoleTexts<'settings'>, `bad${string}` | 'bothModels'>>
>;

/** The request body for the API, or what is wrong. */
export type AskedSettings =
  | { readonly body: Readonly<Record<string, unknown>> }
  | { readonly problems: SettingsProblems };

/** Returns an amount in dollars as text for a field. */
export const dollarsOf = (micros: number): string => String(micros / MICROS);

/** Returns the models that need price fields: the models in the settings and the models with a price. */
export const pricedModels = ({ models, prices }: Pick<AiSettings, 'models' | 'prices'>): readonly string[] => [
  ...new Set([...(models ? [models.classify, models.draft] : []), ...Object.keys(prices)]),
];

/** Returns the name of a price field. */
export const priceField = (model: string, part: PricePart): string => `price ${part} ${model}`;

/**
 * Returns the settings in the form. An empty field resets the setting to its default; an empty API key keeps the
 * current key.
 */
export function settingsIn(form: FormData, { data, version }: Pick<SettingsView, 'data' | 'version'>): AskedSettings {
  const problems: Record<string, SettingsProblems[string]> = {};
  const number = (name: string, unit: number): number | null => {
    const typed = textIn(form, name).replace(',', '.');
    if (typed === '') return null;
    const value = Math.round(Number(typed) * unit);
    if (!Number.isSafeInteger(value) || value < 0) problems[name] = 'badNumber';
    return value;
  };
  const [classify, draft] = [textIn(form, 'classify'), textIn(form, 'draft')];
  if ((classify === '') !== (draft === '')) problems[classify === '' ? 'classify' : 'draft'] = 'bothModels';
  const apiKey = form.has('removeKey') ? null : textIn(form, 'apiKey');

  const change = {
    provider: textIn(form, 'provider'),
    baseUrl: textIn(form, 'baseUrl') || null,
    models: classify && draft ? { classify, draft, agent: data.models?.agent ?? draft } : null,
    maxOutputTokens: number('maxOutputTokens', 1),
    timeoutMs: number('timeoutSeconds', 1_000),
    crmDrafts: form.has('crmDrafts'),
    dailyBudgetMicros: number('dailyBudget', MICROS),
    prices: pricesIn(data, number),
  };
  if (Object.keys(problems).length > 0) return { problems };
  const secrets = apiKey === '' ? {} : { secrets: { apiKey } };
  return { body: { namespace: 'ai', version, data: change, ...secrets } };
}

/**
 * Returns the prices in the form. A model with three empty fields has no price. If only some are empty, those count as
 * 0.
 */
function pricesIn(data: AiSettings, number: (name: string, unit: number) => number | null): Prices {
  const priced = pricedModels(data).map((model) => {
    const given = priceParts.map((part) => number(priceField(model, part), MICROS));
    return [model, given] as const;
  });
  return Object.fromEntries(
    priced
      .filter(([, given]) => given.some((value) => value !== null))
      .map(([model, [input, cached, output]]) => [
        model,
        {
          inputMicrosPerMillion: input ?? 0,
          cachedInputMicrosPerMillion: cached ?? 0,
          outputMicrosPerMillion: output ?? 0,
        },
      ]),
  );
}

const fields: Readonly<Record<string, readonly [name: string, problem: SettingsProblems[string]]>> = {
  'data.baseUrl': ['baseUrl', 'badUrl'],
  'data.models.classify': ['classify', 'badModel'],
  'data.models.draft': ['draft', 'badModel'],
  'data.maxOutputTokens': ['maxOutputTokens', 'badLength'],
  'data.timeoutMs': ['timeoutSeconds', 'badTimeout'],
  'data.dailyBudgetMicros': ['dailyBudget', 'badValue'],
  'secrets.apiKey': ['apiKey', 'badValue'],
};

/** Returns the fields of the form that the API refused. Errors without a field belong to the whole form. */
export const problemsOf = (details: Readonly<Record<string, string>>): SettingsProblems =>
  Object.fromEntries(Object.keys(details).flatMap((field) => (fields[field] ? [fields[field]] : [])));
