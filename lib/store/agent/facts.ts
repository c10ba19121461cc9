import pagesEn from '#lib/i18n/en.json' with { type: 'json' };
import { fill } from '#lib/i18n/fill.ts';
import { moneyText } from '#lib/i18n/money-text.ts';
import { regionName } from '#lib/i18n/region-name.ts';
import pagesRu from '#lib/i18n/ru.json' with { type: 'json' };
import { scoreText } from '#lib/i18n/score-text.ts';
import pagesUk from '#lib/i18n/uk.json' with { type: 'json' };
import type { Locale } from '#lib/i18n/values.ts';
import { LOW_STOCK } from '#lib/store/limits.ts';
import type { ShopDelivery } from '#lib/store/vendors/shops.ts';
import type { AgentPage, PageVariant } from './page.ts';
import type { SourceField } from './values.ts';
import type { AgentWords } from './words/schema.ts';
import { agentWords } from './words/words.ts';

/** Where a statement comes from, as the shopper sees it. */
export type Source = { readonly field: SourceField; readonly label: string; readonly text: string };
/** One sentence of an answer and what it rests on. */
export type Statement = { readonly text: string; readonly source: Source };

const MOST_OPTIONS = 5;
const MOST_QUOTED = 400;
const FULL_MARKS = 5;

const attributeWords: Readonly<Record<Locale, Readonly<Record<string, string>>>> = {
  en: pagesEn.attributes,
  uk: pagesUk.attributes,
  ru: pagesRu.attributes,
};

type Reader = { readonly page: AgentPage; readonly locale: Locale };
type Said = keyof AgentWords['say'];

const say = (locale: Locale, saying: Said, values: Readonly<Record<string, string | number>> = {}): string =>
  fill(agentWords[locale].say[saying], values, locale);

const labelOf = (locale: Locale, field: SourceField): string => agentWords[locale].labels[field];

const money = ({ page, locale }: Reader, minor: number): string => moneyText(minor, page.product.currency, locale);

const stated = (locale: Locale, field: SourceField, text: string, fact = text): Statement => ({
  text,
  source: { field, label: labelOf(locale, field), text: fact },
});

/** Returns the beginning of a seller's text, cut at the end of a word. */
export function quoteOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= MOST_QUOTED) return line;
  const cut = line.slice(0, MOST_QUOTED).toWellFormed();
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 1))}…`;
}

/** Translates usual names and units of attributes as the page does. Sellers choose names freely. */
export const attributeWord = (text: string, locale: Locale): string => {
  const words = attributeWords[locale];
  return (Object.hasOwn(words, text) && words[text]) || text;
};

export function priceStatements(reader: Reader): Statement[] {
  const price = money(reader, reader.page.product.priceMinor);
  return [stated(reader.locale, 'price', say(reader.locale, 'price', { price }), price)];
}

export function reductionStatements(reader: Reader): Statement[] {
  const { locale, page } = reader;
  const price = money(reader, page.product.priceMinor);
  const { compareAtMinor } = page.product;
  if (compareAtMinor === null) return [stated(locale, 'price', say(locale, 'notReduced', { price }), price)];
  const was = money(reader, compareAtMinor);
  return [stated(locale, 'compare_at', say(locale, 'reduced', { price, was }), `${was} → ${price}`)];
}

const stockText = (locale: Locale, available: number): string => {
  if (available === 0) return say(locale, 'soldOut');
  return available <= LOW_STOCK ? say(locale, 'left', { count: available }) : say(locale, 'inStock');
};

const shortStockText = (locale: Locale, available: number): string => {
  if (available === 0) return say(locale, 'shortSoldOut');
  return available <= LOW_STOCK ? say(locale, 'shortLeft', { count: available }) : say(locale, 'shortInStock');
};

export const stockStatements = ({ page, locale }: Reader): Statement[] => [
  stated(locale, 'stock', stockText(locale, page.product.available)),
];

function optionText(reader: Reader, option: ShopDelivery): string {
  const { locale } = reader;
  const { minDays, maxDays, priceMinor, freeFromMinor, countries } = option;
  const span = minDays === maxDays ? `${maxDays}` : `${minDays}–${maxDays}`;
  const days = maxDays === 0 ? say(locale, 'sameDay') : say(locale, 'days', { span, max: maxDays });
  const price = priceMinor === 0 ? say(locale, 'free') : money(reader, priceMinor);
  const names = countries.slice(0, MOST_OPTIONS).map((code) => regionName(code, locale));
  const more = countries.length > names.length ? '…' : '';
  return [
    say(locale, 'option', { name: option.name, price, days }),
    ...(freeFromMinor === null ? [] : [say(locale, 'freeFrom', { amount: money(reader, freeFromMinor) })]),
    ...(names.length === 0 ? [] : [say(locale, 'onlyTo', { countries: names.join(', ') + more })]),
  ].join('; ');
}

export function deliveryStatements(reader: Reader): Statement[] {
  const { page, locale } = reader;
  if (page.product.fulfilment === 'digital') return [stated(locale, 'delivery', say(locale, 'digital'))];
  const options = page.deliveries.slice(0, MOST_OPTIONS).map((option) => {
    const text = optionText(reader, option);
    return stated(locale, 'delivery', `${text}.`, text);
  });
  const isArranged = options.length === 0 && page.seller.arrangeAllowed;
  const note = sellerStatement(locale, 'delivery', page.seller.deliveryNote);
  return [...options, ...(isArranged ? [stated(locale, 'delivery', say(locale, 'arranged'))] : []), ...note];
}

/** Returns the words of the seller about something, as a quotation. */
export function sellerStatement(locale: Locale, field: SourceField, note: string): Statement[] {
  const text = quoteOf(note);
  return text === '' ? [] : [stated(locale, field, say(locale, 'seller', { text }), text)];
}

export const returnsStatements = ({ page, locale }: Reader): Statement[] =>
  sellerStatement(locale, 'returns', page.seller.returnsNote);

export function ratingStatements({ page, locale }: Reader): Statement[] {
  const { average, count } = page.rating;
  if (average === null || count === 0) return [stated(locale, 'rating', say(locale, 'noReviews'))];
  const rating = `${scoreText(average, locale)} / ${FULL_MARKS} (${say(locale, 'reviews', { count })})`;
  return [stated(locale, 'rating', say(locale, 'rating', { rating }), rating)];
}

export function vendorStatements({ page, locale }: Reader): Statement[] {
  const { name } = page.seller;
  const country = regionName(page.seller.country, locale);
  return [stated(locale, 'vendor', say(locale, 'vendor', { name, country }), `${name}, ${country}`)];
}

export function categoryStatements({ page, locale }: Reader): Statement[] {
  const path = page.product.categories.join(' › ');
  return path === '' ? [] : [stated(locale, 'category', say(locale, 'category', { path }), path)];
}

export function attributeStatement(
  { locale }: Reader,
  { name, value, unit }: AgentPage['product']['attributes'][number],
): Statement {
  const shown = unit ? `${value} ${attributeWord(unit, locale)}` : value;
  const label = attributeWord(name, locale);
  return {
    text: say(locale, 'attribute', { name: label, value: shown }),
    source: { field: 'attribute', label, text: shown },
  };
}

export const descriptionStatement = (
  { locale }: Reader,
  sentence: string,
  field: SourceField = 'description',
): Statement => {
  const text = quoteOf(sentence);
  return stated(locale, field, say(locale, 'description', { text }), text);
};

/** Returns what is known of variants, each with its price and stock. */
export const variantStatements = (reader: Reader, variants: readonly PageVariant[]): Statement[] =>
  variants.map(({ options, priceMinor, available }) => {
    const { locale } = reader;
    const text = say(locale, 'variant', {
      options: options.map(({ value }) => value).join(', '),
      price: money(reader, priceMinor),
      stock: shortStockText(locale, available),
    });
    return stated(locale, 'variant', text);
  });

/** Returns the values of each option, in their order, and which of them are sold out. */
export function optionStatements({ locale }: Reader, variants: readonly PageVariant[]): Statement[] {
  const byName = new Map<string, Map<string, number>>();
  for (const { options, available } of variants)
    for (const { name, value } of options) {
      const values = byName.get(name) ?? new Map<string, number>();
      byName.set(name, values.set(value, (values.get(value) ?? 0) + available));
    }
  return [...byName].map(([name, values]) => {
    const shown = [...values].map(([value, available]) => (available > 0 ? value : say(locale, 'gone', { value })));
    return stated(locale, 'variant', say(locale, 'attribute', { name, value: shown.join(', ') }));
  });
}

export const unknownText = (locale: Locale): string => say(locale, 'unknown');
export const helloText = (locale: Locale): string => say(locale, 'hello');

/** Returns every fact of a page: all that an answer may rest on. */
export const allFacts = (reader: Reader, sentences: readonly string[]): Source[] =>
  [
    ...priceStatements(reader),
    ...(reader.page.product.compareAtMinor === null ? [] : reductionStatements(reader)),
    ...stockStatements(reader),
    ...deliveryStatements(reader),
    ...returnsStatements(reader),
    ...ratingStatements(reader),
    ...vendorStatements(reader),
    ...categoryStatements(reader),
    ...reader.page.product.attributes.map((attribute) => attributeStatement(reader, attribute)),
    ...optionStatements(reader, reader.page.variants),
    ...variantStatements(reader, reader.page.variants),
    ...sentences.map((sentence) => descriptionStatement(reader, sentence)),
  ].map(({ source }) => source);
