import { describe, expect, it } from 'vitest';
import { locales } from '#lib/i18n/values.ts';
import { notificationTextsSchema } from './texts/schema.ts';
import { templates, texts } from './texts.ts';

const placesOf = (text: string) => new Set([...text.matchAll(/\{(\w+)(?:\}|, plural,)/g)].map(([, name]) => name));
const pluralsIn = (text: string) => (text.includes(', plural,') ? [text] : []);
const formsOf = (text: string) => [...text.matchAll(/(\w+) \{/g)].map(([, form = '']) => form).sort();

describe('the texts of notifications', () => {
  it.each(locales)('match their schema and have the same templates in each language: %s', (locale) => {
    expect(notificationTextsSchema.parse(texts[locale])).toEqual(texts[locale]);
    expect(Object.keys(texts[locale].templates).sort()).toEqual([...templates].sort());
  });

  it.each(locales)('have the same placeholders in %s as in English, and all its plural forms', (locale) => {
    const needed = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;

    for (const template of templates) {
      const [{ title, message }, english] = [texts[locale].templates[template], texts.en.templates[template]];
      expect(placesOf(`${title} ${message}`), template).toEqual(placesOf(`${english.title} ${english.message}`));
      for (const text of [title, message].flatMap(pluralsIn))
        expect(formsOf(text), template).toEqual([...needed].sort());
    }
  });
});
