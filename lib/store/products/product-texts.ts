import { type Locale, locales } from '#lib/i18n/values.ts';
import type { Product } from '#lib/store/schemas/product.ts';

type Translated = Pick<Product, 'title' | 'description' | 'translations'>;

/** Returns the texts of a product in a language, or the base text where there is no translation. */
export const textsIn = ({ title, description, translations }: Translated, locale: Locale) =>
  translations[locale] ?? { title, description };

/** Returns every title and every description of a product, for the search index. */
export function allTexts({ title, description, translations }: Translated) {
  const translated = locales.flatMap((locale) => translations[locale] ?? []);
  return {
    titles: [...new Set([title, ...translated.map((texts) => texts.title)])],
    descriptions: [...new Set([description, ...translated.map((texts) => texts.description)])],
  };
}
