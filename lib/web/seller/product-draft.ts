import { decimalText, digitsOf, minorOf } from '#lib/i18n/money-text.ts';
import { type Locale, locales } from '#lib/i18n/values.ts';
import type { VendorProduct } from '#lib/store/schemas/vendor-product.ts';

/** What the editor of a product holds: every field as it is typed. */
export type ProductDraft = {
  readonly title: string;
  readonly description: string;
  readonly translations: Readonly<Record<Locale, { readonly title: string; readonly description: string }>>;
  readonly price: string;
  readonly currency: string;
  readonly compareAt: string;
  /** Prices set by hand, by currency. Empty means converted. */
  readonly prices: Readonly<Record<string, string>>;
  /** The units of a new product. */
  readonly stock: string;
  readonly lowAt: string;
  readonly sku: string;
  readonly fulfilment: VendorProduct['fulfilment'];
  readonly categories: readonly string[];
  readonly attributes: readonly { readonly name: string; readonly value: string; readonly unit: string }[];
  readonly images: readonly VendorProduct['images'][number][];
};

const NO_TEXTS = { title: '', description: '' };

/** Returns the draft of a new product. */
export const emptyDraft = (currency: string): ProductDraft => ({
  ...NO_TEXTS,
  translations: { en: NO_TEXTS, uk: NO_TEXTS, ru: NO_TEXTS },
  ...{ price: '', currency, compareAt: '', prices: {}, stock: '0', lowAt: '', sku: '' },
  ...{ fulfilment: 'physical', categories: [], attributes: [], images: [] },
});

/** Returns the draft of a stored product. */
export function draftOf(product: VendorProduct): ProductDraft {
  const money = (minor: number, currency: string) => decimalText(minor, digitsOf(currency));
  const { currency, compareAtMinor, stock } = product;
  return {
    title: product.title,
    description: product.description,
    translations: {
      en: product.translations.en ?? NO_TEXTS,
      uk: product.translations.uk ?? NO_TEXTS,
      ru: product.translations.ru ?? NO_TEXTS,
    },
    price: money(product.priceMinor, currency),
    currency,
    compareAt: compareAtMinor === null ? '' : money(compareAtMinor, currency),
    prices: Object.fromEntries(Object.entries(product.prices).map(([code, minor]) => [code, money(minor, code)])),
    stock: String(stock.onHand),
    lowAt: stock.lowAt === null ? '' : String(stock.lowAt),
    sku: product.sku ?? '',
    fulfilment: product.fulfilment,
    categories: product.categories.map(({ id }) => id),
    attributes: product.attributes.map(({ name, value, unit = '' }) => ({ name, value, unit })),
    images: product.images,
  };
}

/** The fields in which a draft can be wrong. */
export type DraftField =
  | 'title'
  | 'description'
  | `title_${Locale}`
  | 'price'
  | 'compareAt'
  | 'prices'
  | 'stock'
  | 'lowAt'
  | 'sku'
  | 'categories'
  | 'attributes'
  | 'images'
  | 'fulfilment';

const whole = (text: string): number | null => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : null);
const amount = (text: string, currency: string): number | null => {
  const minor = minorOf(text, digitsOf(currency));
  return minor === null || minor < 1 ? null : minor;
};

/** Returns the fields that the server would refuse, in the order of the form. */
export function wrongFields(draft: ProductDraft): readonly DraftField[] {
  const price = amount(draft.price, draft.currency);
  const compareAt = draft.compareAt === '' ? null : amount(draft.compareAt, draft.currency);
  const isWrong: Readonly<Record<DraftField, boolean>> = {
    title: draft.title.trim() === '' || draft.title.trim().length > 160,
    description: draft.description.length > 20_000,
    ...{ title_en: lacksTitle(draft, 'en'), title_uk: lacksTitle(draft, 'uk'), title_ru: lacksTitle(draft, 'ru') },
    price: price === null,
    compareAt: draft.compareAt !== '' && (compareAt === null || (price !== null && compareAt <= price)),
    prices: Object.entries(draft.prices).some(([code, text]) => text !== '' && amount(text, code) === null),
    stock: whole(draft.stock) === null,
    lowAt: draft.lowAt !== '' && whole(draft.lowAt) === null,
    sku: draft.sku.length > 64,
    categories: draft.categories.length < 1 || draft.categories.length > 5,
    attributes: draft.attributes.some(({ name, value }) => (name.trim() === '') !== (value.trim() === '')),
    images: false,
    fulfilment: false,
  };
  return (Object.keys(isWrong) as DraftField[]).filter((field) => isWrong[field]);
}

/** A description without its title is not a translation. */
const lacksTitle = ({ translations }: ProductDraft, locale: Locale): boolean =>
  translations[locale].title.trim() === '' && translations[locale].description.trim() !== '';

/** Returns the body that creates the product of a valid draft. */
export function createBody(draft: ProductDraft) {
  return { ...fieldsOf(draft), stock: whole(draft.stock) ?? 0 };
}

/** Returns the body that brings a stored product to a valid draft: the fields that changed. */
export function changeBody(before: ProductDraft, after: ProductDraft): Readonly<Record<string, unknown>> {
  const [old, next] = [fieldsOf(before), fieldsOf(after)];
  const changed = (Object.keys(next) as (keyof typeof next)[]).filter(
    (name) => JSON.stringify(old[name]) !== JSON.stringify(next[name]),
  );
  return Object.fromEntries(changed.map((name) => [name, next[name]]));
}

/** Returns true when saving the draft would change something. */
export const isChanged = (before: ProductDraft, after: ProductDraft): boolean =>
  JSON.stringify(before) !== JSON.stringify(after);

function fieldsOf(draft: ProductDraft) {
  const { currency } = draft;
  const translated = locales.flatMap((locale) => {
    const { title, description } = draft.translations[locale];
    return title.trim() === '' ? [] : [[locale, { title: title.trim(), description: description.trim() }] as const];
  });
  const byHand = Object.entries(draft.prices).flatMap(([code, text]) => {
    const minor = code === currency ? null : amount(text, code);
    return minor === null ? [] : [[code, minor] as const];
  });
  return {
    title: draft.title.trim(),
    description: draft.description.trim(),
    translations: Object.fromEntries(translated),
    priceMinor: amount(draft.price, currency) ?? 0,
    currency,
    compareAtMinor: draft.compareAt === '' ? null : amount(draft.compareAt, currency),
    prices: Object.fromEntries(byHand),
    lowAt: draft.lowAt === '' ? null : whole(draft.lowAt),
    sku: draft.sku.trim() || null,
    fulfilment: draft.fulfilment,
    categories: [...draft.categories],
    attributes: draft.attributes
      .filter(({ name, value }) => name.trim() !== '' && value.trim() !== '')
      .map(({ name, value, unit }) => ({
        name: name.trim(),
        value: value.trim(),
        ...(unit.trim() !== '' && { unit: unit.trim() }),
      })),
    images: draft.images.map(({ fileId, alt }) => ({ fileId, alt: alt.trim() })),
  };
}
