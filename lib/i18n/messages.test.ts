import { globSync, readFileSync } from 'node:fs';
import { createTranslator } from 'use-intl/core';
import { describe, expect, it } from 'vitest';
import { orderStatuses } from '#lib/context/ports/values.ts';
import en from './en.json' with { type: 'json' };
import { fill } from './fill.ts';
import ru from './ru.json' with { type: 'json' };
import uk from './uk.json' with { type: 'json' };
import { type Locale, locales } from './values.ts';

type Entry = { readonly namespace: string; readonly key: string; readonly text: string };

type Catalog = Record<string, Record<string, string>>;

/** The console of the operator and that of a seller. */
const consoles = ['console', 'seller'] as const;

/** Returns the catalogs of a console in a language, by a name such as `console/orders`. */
const roomsOf = (console: (typeof consoles)[number], locale: Locale): Catalog =>
  Object.fromEntries(
    globSync(`lib/i18n/${console}/${locale}/*.json`).map((file) => {
      const room = file.slice(file.lastIndexOf('/') + 1, -'.json'.length);
      return [`${console}/${room}`, JSON.parse(readFileSync(file, 'utf8'))];
    }),
  );

const messages: Record<Locale, Catalog> = {
  en: { ...en, ...roomsOf('console', 'en'), ...roomsOf('seller', 'en') },
  uk: { ...uk, ...roomsOf('console', 'uk'), ...roomsOf('seller', 'uk') },
  ru: { ...ru, ...roomsOf('console', 'ru'), ...roomsOf('seller', 'ru') },
};
const entriesOf = (locale: Locale): Entry[] =>
  Object.entries(messages[locale]).flatMap(([namespace, texts]) =>
    Object.entries(texts).map(([key, text]) => ({ namespace, key, text })),
  );
const nameOf = ({ namespace, key }: Entry) => `${namespace}.${key}`;

/** Returns the placeholders of a message, and its plural forms. */
const placesOf = (text: string) => [...text.matchAll(/\{(\w+)(?:\}|, plural,)/g)].map(([, name]) => name ?? '');
const formsOf = (text: string) =>
  [...text.matchAll(/(=\d+|zero|one|two|few|many|other) \{/g)].map(([, form]) => form ?? '');
const isPlural = ({ text }: Entry) => text.includes(', plural,');

const sources = globSync(['app/**/*.{ts,tsx}', 'components/**/*.{ts,tsx}', 'lib/web/**/*.ts', 'lib/api/**/*.ts'])
  .filter((file) => !file.includes('.test.'))
  .map((file) => readFileSync(file, 'utf8'));

/** Namespaces whose keys are values of the product. They are looked up by value. */
const byValue = new Set([
  'problems',
  'seller/problems',
  'messageProblems',
  'verificationProblems',
  'appealProblems',
  'reviewProblems',
  'orderStatus',
  'attributes',
  'notificationWords',
]);

/** Namespaces that the components of a page get through a hook. */
const hooks: Readonly<Record<string, string>> = { messages: 'useMessages', 'console/common': 'useCommonTexts' };

/** Returns whether a file uses a namespace and a key in it, by name or by the prefix of a composed key. */
const isUsed = ({ namespace, key }: Entry) =>
  sources.some((source) => {
    const hook = hooks[namespace];
    const isHooked = hook !== undefined && source.includes(`${hook}()`);
    const isNamed = new RegExp(`(?:['.]|[{,] )${namespace.replace(/^\w+\//, '')}\\b`).test(source);
    if (!isHooked && !isNamed) return false;
    if (source.includes(`'${key}'`) || new RegExp(`\\.${key}\\b`).test(source)) return true;
    return key.includes('_') && source.includes(`${key.split('_', 1)[0]}_\${`);
  });

describe('the messages of the shop and the consoles', () => {
  it.each(['uk', 'ru'] as const)('have the same keys in %s as in English', (locale) => {
    expect(entriesOf(locale).map(nameOf).sort()).toEqual(entriesOf('en').map(nameOf).sort());
  });

  it.each(['uk', 'ru'] as const)('have the same placeholders in %s as in English', (locale) => {
    const wanted = Object.fromEntries(entriesOf('en').map((entry) => [nameOf(entry), new Set(placesOf(entry.text))]));

    for (const entry of entriesOf(locale))
      expect(new Set(placesOf(entry.text)), `${locale} ${nameOf(entry)}`).toEqual(wanted[nameOf(entry)]);
  });

  it.each(locales)('have in %s every plural form of the language', (locale) => {
    const needed = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;

    for (const entry of entriesOf(locale).filter(isPlural)) {
      const forms = formsOf(entry.text).filter((form) => !form.startsWith('='));
      expect([...new Set(forms)].sort(), `${locale} ${nameOf(entry)}`).toEqual([...needed].sort());
    }
  });

  it('are all used', () => {
    const idle = entriesOf('en').filter((entry) => !byValue.has(entry.namespace) && !isUsed(entry));

    expect(idle.map(nameOf)).toEqual([]);
  });

  it.each(locales)('hold in %s every room of the consoles that the pages know', (locale) => {
    for (const console of consoles) {
      const file = readFileSync(`lib/i18n/${console}/texts.ts`, 'utf8');
      const known = [...file.matchAll(/from '\.\/en\/([\w-]+)\.json'/g)].map(([, room]) => `${console}/${room}`);

      expect(Object.keys(roomsOf(console, locale)).sort()).toEqual(known.sort());
    }
  });

  it('have a text for every order status, and problem texts only for codes of the product', () => {
    const product = globSync(['lib/**/*.ts'])
      .filter((file) => !file.startsWith('lib/web/i18n/') && !file.includes('.test.'))
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');

    const unheard = Object.keys({ ...en.problems, ...en.messageProblems }).filter(
      (code) => code !== 'other' && !new RegExp(`\\b${code}\\b`).test(product),
    );

    expect(unheard).toEqual([]);
    expect(Object.keys(en.orderStatus).sort()).toEqual([...orderStatuses].sort());
  });

  it.each(locales)('are formatted in %s in the browser exactly as on the server', (locale) => {
    const onServer = serverTranslator(locale);

    for (const entry of entriesOf(locale))
      for (const count of isPlural(entry) ? [0, 1, 2, 4, 5, 11, 12, 21, 22, 25, 100, 101, 111, 1000] : [7]) {
        const values = Object.fromEntries(placesOf(entry.text).map((name) => [name, count]));
        const expected = onServer(nameOf(entry), values);
        expect(fill(entry.text, values, locale), `${locale} ${nameOf(entry)}`).toBe(expected);
      }
  });
});

/** Returns the translator of the pages for keys that come from the file and so are no literals. */
function serverTranslator(locale: Locale): (key: string, values: Readonly<Record<string, number>>) => string {
  const translate: unknown = createTranslator({
    locale,
    messages: messages[locale],
    onError: (error) => {
      throw error;
    },
  });
  return translate as ReturnType<typeof serverTranslator>;
}
