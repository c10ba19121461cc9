import type { SellerTexts } from '#lib/i18n/seller/texts.ts';
import { textIn } from '#lib/web/form-text.ts';

/** The answers of an application to sell, in the order of the form. */
export const vendorAnswerNames = [
  'name',
  'about',
  'contactEmail',
  'phone',
  'legalName',
  'country',
  'taxId',
  'accountHolder',
  'iban',
] as const;
export type VendorAnswerName = (typeof vendorAnswerNames)[number];

const optional: ReadonlySet<VendorAnswerName> = new Set(['about', 'phone']);

const between = (least: number, most: number) => (text: string) => text.length >= least && text.length <= most;

const isValid: Readonly<Record<VendorAnswerName, (text: string) => boolean>> = {
  name: between(2, 120),
  about: between(0, 4000),
  contactEmail: (text) => /^[^\s@]+@[^\s@]+$/.test(text) && text.length <= 254,
  phone: (text) => /^\+?[\d\s().-]{5,32}$/.test(text),
  legalName: between(2, 200),
  country: (text) => text !== '',
  taxId: between(4, 40),
  accountHolder: between(2, 120),
  // The server checks its length by country and its digits.
  iban: (text) => /^[A-Za-z]{2}\d{2}[A-Za-z0-9]{11,30}$/.test(text.replaceAll(' ', '')),
};

/** Returns the answers of a form, without empty ones that are optional. */
export function vendorAnswersIn(form: FormData, names: readonly VendorAnswerName[]): Readonly<Record<string, string>> {
  const given = names.map((name) => [name, textIn(form, name)] as const);
  return Object.fromEntries(given.filter(([name, text]) => text !== '' || !optional.has(name)));
}

/** Returns the error text of each invalid answer by its name. */
export function vendorProblems(
  form: FormData,
  names: readonly VendorAnswerName[],
  texts: SellerTexts<'apply'>,
): Readonly<Record<string, string>> {
  const answers = vendorAnswersIn(form, names);
  const wrong = names.filter((name) => answers[name] !== undefined && !isValid[name](answers[name]));
  return Object.fromEntries(wrong.map((name) => [name, texts[`bad_${name}`]]));
}

/** Returns the error texts of the answers that the server refused, by the last part of the path to each. */
export const refusedAnswers = (
  details: Readonly<Record<string, string>>,
  texts: SellerTexts<'apply'>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.keys(details).flatMap((path) => {
      const name = vendorAnswerNames.find((known) => known === path.split('.').at(-1));
      return name ? [[name, texts[`bad_${name}`]]] : [];
    }),
  );
