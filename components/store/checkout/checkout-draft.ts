import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { CartLine } from '#lib/store/schemas/cart.ts';

type Around = {
  /** What of the cart is ordered where not all of it can be; else the saved cart is. */
  readonly items?: readonly CartLine[] | undefined;
  readonly currency: string;
  readonly locale: Locale;
  readonly expectedTotal: number;
};

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/**
 * The body of the order a filled-in form asks for. It leaves to the server what is in the cart: an order empties it, and
 * a tab that has not heard of that finds nothing to order again.
 */
export const draftOf = (form: FormData, { items, currency, locale, expectedTotal }: Around) => ({
  ...(items && { items: items.map(({ id, qty }) => ({ id, qty })) }),
  currency,
  locale: locale.toUpperCase(),
  expectedTotal,
  contact: { name: textOf(form, 'name'), email: textOf(form, 'email'), phone: textOf(form, 'phone') },
  delivery: {
    method: textOf(form, 'method') || 'arrange',
    country: textOf(form, 'country'),
    city: textOf(form, 'city'),
    address: textOf(form, 'address'),
    postalCode: textOf(form, 'postalCode'),
    comment: textOf(form, 'comment'),
  },
});

/** What an email address looks like; the server has the last word. */
const emailForm = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
export const EMAIL_PATTERN = emailForm.source;

/** What can be wrong with a field, by the message that says it. */
type FieldProblem = keyof Pick<Texts<'checkout'>, 'required' | 'badEmail' | 'badField'>;
export type FieldProblems = Readonly<Record<string, FieldProblem>>;

/** The fields that need another look, each with what to do about it. */
export function fieldErrors(form: FormData): FieldProblems {
  const needed =
    textOf(form, 'method') === 'arrange' || !form.has('city')
      ? ['name', 'email']
      : ['name', 'email', 'city', 'address'];
  const errors: Record<string, FieldProblem> = {};
  for (const name of needed) if (textOf(form, name) === '') errors[name] = 'required';
  if (!errors.email && !emailForm.test(textOf(form, 'email'))) errors.email = 'badEmail';
  return errors;
}

const contactFields = ['name', 'email', 'phone'].map((name) => [`contact.${name}`, name] as const);
const deliveryFields = ['country', 'city', 'address', 'postalCode', 'comment'].map(
  (name) => [`delivery.${name}`, name] as const,
);
const fieldOfPath: ReadonlyMap<string, string> = new Map([...contactFields, ...deliveryFields]);

/**
 * `contact.email` and `delivery.city` as the form calls them, and what is said of them in the language of the page: the
 * server's own words are English. What the form has no field for is left out.
 */
export const fieldsOfDetails = (details: Readonly<Record<string, string>>): FieldProblems =>
  Object.fromEntries(
    Object.keys(details).flatMap((path) => {
      const name = fieldOfPath.get(path);
      return name ? [[name, name === 'email' ? 'badEmail' : 'badField'] as const] : [];
    }),
  );
