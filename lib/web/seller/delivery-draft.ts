import { decimalText, digitsOf, minorOf } from '#lib/i18n/money-text.ts';
import { type Locale, locales } from '#lib/i18n/values.ts';
import type { DeliveryView, NewDelivery } from '#lib/store/schemas/vendor-delivery.ts';
import { optionMethods } from '#lib/store/values.ts';
import { textIn } from '#lib/web/form-text.ts';

/** The fields of the form of a delivery option. */
export type DeliveryField = `name_${Locale}` | 'method' | 'price' | 'freeFrom' | 'minDays' | 'maxDays' | 'countries';

const MOST_DAYS = 365;
const MOST_PRICE = 1e9;
const MOST_FREE_FROM = 1e11;
const MOST_NAME = 60;

/** The fields that the form sends. */
export type DeliveryBody = Pick<
  NewDelivery,
  'name' | 'method' | 'priceMinor' | 'freeFromMinor' | 'minDays' | 'maxDays' | 'countries'
>;

/** Returns the option as typed, and the fields that are wrong in the order of the form. Amounts are in `currency`. */
export function deliveryIn(
  data: FormData,
  { currency, locale }: { readonly currency: string; readonly locale: Locale },
): { readonly body: DeliveryBody; readonly wrong: readonly DeliveryField[] } {
  const own = textIn(data, `name_${locale}`);
  const nameIn = (known: Locale) => textIn(data, `name_${known}`) || own;
  const name = { en: nameIn('en'), uk: nameIn('uk'), ru: nameIn('ru') };
  const method = optionMethods.find((known) => known === textIn(data, 'method')) ?? 'courier';
  const price = minorOf(textIn(data, 'price'), digitsOf(currency));
  const typedFree = textIn(data, 'freeFrom');
  const freeFrom = typedFree === '' ? null : minorOf(typedFree, digitsOf(currency));
  const [minDays, maxDays] = [daysIn(data, 'minDays'), daysIn(data, 'maxDays')];
  const isBad: Readonly<Record<DeliveryField, boolean>> = {
    ...{ name_en: isBadName(name.en), name_uk: isBadName(name.uk), name_ru: isBadName(name.ru) },
    ...{ method: false, countries: false },
    price: price === null || price > MOST_PRICE,
    freeFrom: typedFree !== '' && (freeFrom === null || freeFrom < 1 || freeFrom > MOST_FREE_FROM),
    minDays: minDays === null,
    maxDays: maxDays === null || (minDays !== null && maxDays < minDays),
  };
  return {
    body: {
      ...{ name, method, priceMinor: price ?? 0, freeFromMinor: freeFrom },
      ...{ minDays: minDays ?? 0, maxDays: maxDays ?? 0 },
      countries: data.getAll('countries').filter((code) => typeof code === 'string'),
    },
    wrong: fieldsFor(locale).filter((field) => isBad[field]),
  };
}

/** Returns the fields of the form in their order. The name in the reader's language comes first. */
const fieldsFor = (locale: Locale): readonly DeliveryField[] => [
  ...languagesFor(locale).map((known) => `name_${known}` as const),
  ...(['price', 'freeFrom', 'minDays', 'maxDays'] as const),
];

/** Returns the languages of the names, the reader's first. */
export const languagesFor = (locale: Locale): readonly Locale[] => [
  locale,
  ...locales.filter((known) => known !== locale),
];

const isBadName = (text: string): boolean => text === '' || text.length > MOST_NAME;

function daysIn(data: FormData, name: 'minDays' | 'maxDays'): number | null {
  const text = textIn(data, name);
  const days = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  return days <= MOST_DAYS ? days : null;
}

const serverNames: readonly (readonly [string, DeliveryField])[] = [
  ...locales.map((known) => [`name.${known}`, `name_${known}`] as const),
  ['priceMinor', 'price'],
  ['freeFromMinor', 'freeFrom'],
  ['minDays', 'minDays'],
  ['maxDays', 'maxDays'],
  ['countries', 'countries'],
];

/** Returns the fields that the server refused, from the names of its details. */
export const refusedFields = (details: Readonly<Record<string, string>>): readonly DeliveryField[] =>
  serverNames
    .filter(([name]) => Object.keys(details).some((given) => given === name || given.startsWith(`${name}.`)))
    .map(([, field]) => field);

/** Returns an amount as the form shows it. */
export const typedAmount = (minor: number | null, currency: string): string =>
  minor === null ? '' : decimalText(minor, digitsOf(currency));

/** A change of the place of one option. */
export type Move = { readonly id: string; readonly position: number; readonly version: number };

/** Returns the changes that move an option one place up or down: every option whose place differs afterwards. */
export function movesFor(options: readonly Placed[], id: string, by: 1 | -1): readonly Move[] {
  const from = options.findIndex((option) => option.id === id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= options.length) return [];
  const order = [...options];
  const [moved] = order.splice(from, 1);
  if (moved) order.splice(to, 0, moved);
  return order.flatMap((option, position) =>
    option.position === position ? [] : [{ id: option.id, position, version: option.version }],
  );
}

type Placed = Pick<DeliveryView, 'id' | 'position' | 'version'>;
