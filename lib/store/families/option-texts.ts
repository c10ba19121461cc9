import type { Locale } from '#lib/i18n/values.ts';
import type { Family, FamilyOption } from '#lib/store/schemas/family.ts';

/** An option of a product as texts show it. */
export type ShownOption = { readonly name: string; readonly value: string };

export const optionName = ({ name, names }: FamilyOption, locale: Locale): string => names[locale] ?? name;

export const valueLabel = ({ value, labels }: FamilyOption['values'][number], locale: Locale): string =>
  labels[locale] ?? value;

/** Returns the options of a member with its values, in a language. A single product has none. */
export const shownOptions = (
  family: Pick<Family, 'options'> | undefined,
  values: readonly string[],
  locale: Locale,
): ShownOption[] =>
  (family?.options ?? []).flatMap((option, at) => {
    const value = option.values.find((known) => known.value === values[at]);
    return value ? [{ name: optionName(option, locale), value: valueLabel(value, locale) }] : [];
  });

type Titled = { readonly title: string; readonly options: readonly ShownOption[] };

/** Returns the title of a variant with its values, as one line names it: `Lamp, M, Red`. */
export const variantTitle = ({ title, options }: Titled): string =>
  [title, ...options.map(({ value }) => value)].join(', ');

/** Returns the options of a variant by name: `Size: M, Color: Red`. Empty for a single product. */
export const optionsText = (options: readonly ShownOption[]): string =>
  options.map(({ name, value }) => `${name}: ${value}`).join(', ');
