import { digitsOf, minorOf } from '#lib/i18n/money-text.ts';
import { MAX_VALUES, MAX_VARIANTS } from '#lib/store/limits.ts';
import type { FamilyView } from '#lib/store/schemas/family.ts';

type Options = FamilyView['options'];

/** An option as it is typed: its values are separated by commas. */
export type OptionDraft = { readonly name: string; readonly values: string };

/** A variant to create as it is typed. Empty fields take the price and no number from the copied product. */
export type VariantDraft = {
  readonly values: readonly string[];
  readonly isChosen: boolean;
  readonly price: string;
  readonly stock: string;
  readonly sku: string;
};

/** Returns the typed values, each once. */
export function valuesOf(text: string): string[] {
  const values = new Map<string, string>();
  for (const value of text.split(',').map((part) => part.trim().replaceAll(/\s+/g, ' ')))
    if (value !== '' && !values.has(value.toLowerCase())) values.set(value.toLowerCase(), value);
  return [...values.values()];
}

/** Returns whether an option has a name and no more values than allowed, each of a length that is allowed. */
export function isSoundOption({ name, values }: OptionDraft): boolean {
  const given = valuesOf(values);
  const isShort = (text: string): boolean => text.trim().length > 0 && text.trim().length <= 60;
  return isShort(name) && given.length > 0 && given.length <= MAX_VALUES && given.every(isShort);
}

export const draftsOf = (options: Options): OptionDraft[] =>
  options.map(({ name, values }) => ({ name, values: values.map(({ value }) => value).join(', ') }));

/** Returns the options of drafts. An option or value that was there before keeps its translations. */
export const optionsOf = (drafts: readonly OptionDraft[], before: Options = []): Options =>
  drafts.map(({ name, values }, at) => ({
    name: name.trim(),
    names: before[at]?.names ?? {},
    values: valuesOf(values).map((value) => ({
      value,
      labels: before[at]?.values.find((known) => known.value === value)?.labels ?? {},
    })),
  }));

/** Returns the combinations of values that no member has, in the order of the options. */
export function missingCombinations({ options, members }: Pick<FamilyView, 'options' | 'members'>): string[][] {
  const taken = new Set(members.map(({ values }) => JSON.stringify(values)));
  const all = options.reduce<string[][]>(
    (begun, { values }) => begun.flatMap((first) => values.map(({ value }) => [...first, value])),
    [[]],
  );
  return all.filter((values) => !taken.has(JSON.stringify(values)));
}

/** Returns drafts of the first missing variants, as many as one call creates. */
export const newVariantDrafts = (family: Pick<FamilyView, 'options' | 'members'>): VariantDraft[] =>
  missingCombinations(family)
    .slice(0, MAX_VARIANTS)
    .map((values) => ({ values, isChosen: false, price: '', stock: '0', sku: '' }));

export const hasSoundPrice = ({ price }: VariantDraft, currency: string): boolean =>
  price.trim() === '' || (minorOf(price, digitsOf(currency)) ?? 0) > 0;

export const hasSoundStock = ({ stock }: VariantDraft): boolean => /^\d{1,9}$/.test(stock.trim());

/** Returns the body that creates the chosen variants. Their fields must be sound. */
export const variantBody = (drafts: readonly VariantDraft[], currency: string) => ({
  variants: drafts
    .filter(({ isChosen }) => isChosen)
    .map(({ values, price, stock, sku }) => ({
      values,
      ...(price.trim() !== '' && { priceMinor: minorOf(price, digitsOf(currency)) }),
      stock: Number(stock),
      sku: sku.trim() === '' ? null : sku.trim(),
    })),
});
