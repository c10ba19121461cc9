import type { AppliedKind, ProcedureKind } from '#lib/admin/verification/values.ts';
import type { ConsoleTexts, Reader } from '#lib/i18n/console/texts.ts';
import { fill } from '#lib/i18n/fill.ts';

type Texts = ConsoleTexts<'verification'>;

/** The answers that have a name in the catalog. */
const named = {
  identity: ['legalName', 'birthDate', 'country', 'documentType', 'documentNumberLast4', 'note'],
  vendor: ['name', 'legalName', 'country', 'taxId', 'contactEmail', 'phone', 'about', 'iban', 'accountHolder'],
} as const satisfies Record<AppliedKind, readonly string[]>;

/** Returns the name of an answer of a kind of procedure. One that the catalog does not know keeps its own. */
export function answerLabel(kind: ProcedureKind, name: string, texts: Texts): string {
  if (kind === 'vendor') {
    const known = named.vendor.find((answer) => answer === name);
    return known ? texts[`shop_${known}`] : name;
  }
  const known = named.identity.find((answer) => answer === name);
  return known ? texts[`answer_${known}`] : name;
}

type Written = { readonly texts: Texts; readonly reader: Reader; readonly now: Date };

/** Returns a birth date with the age it gives today: "17 May 1990, 36 years old". */
export function birthText(birthDate: string, { texts, reader, now }: Written): string {
  const date = new Date(`${birthDate}T00:00:00.000Z`);
  if (Number.isNaN(date.getTime())) return birthDate;
  const hadBirthday = now.toISOString().slice(5, 10) >= birthDate.slice(5);
  const age = now.getUTCFullYear() - date.getUTCFullYear() - (hadBirthday ? 0 : 1);
  const locale = reader.locale === 'en' ? 'en-GB' : reader.locale;
  const written = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(date);
  return fill(texts.born, { date: written, age }, reader.locale);
}
