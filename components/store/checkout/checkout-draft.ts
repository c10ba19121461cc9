import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { CartLine } from '#lib/store/schemas/cart.ts';
import { type Choice, deliveryOptionsOf, pointField } from './delivery-choices.ts';

type Around = {
  /** The lines to order when not all of the cart is for sale. If omitted, the server orders the saved cart. */
  readonly items?: readonly CartLine[] | undefined;
  readonly currency: string;
  readonly locale: Locale;
  readonly expectedTotal: number;
  /** What the sellers offer, and what the buyer has chosen of it. Without it the buyer names a wish. */
  readonly choices?: readonly Choice[] | undefined;
};

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/**
 * Returns the request body of the order from a filled-in form. The server reads the lines from the saved cart. An order
 * empties that cart, so another tab with an old cart cannot order the same lines again.
 */
export const draftOf = (form: FormData, { items, currency, locale, expectedTotal, choices }: Around) => ({
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
  ...(choices && { deliveryOptions: deliveryOptionsOf(choices, (field) => textOf(form, field)) }),
  ...(form.has('saveAddress') && { saveAddress: true }),
});

/** The pattern of an email address for the form. The server validates the address again. */
const emailForm = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
export const EMAIL_PATTERN = emailForm.source;

/** The errors of a field, named by their text keys. */
type FieldProblem = keyof Pick<Texts<'checkout'>, 'required' | 'badEmail' | 'badField'>;
export type FieldProblems = Readonly<Record<string, FieldProblem>>;

/** Returns the invalid fields with their errors. `also` names fields that the chosen deliveries need. */
export function fieldErrors(form: FormData, also: readonly string[] = []): FieldProblems {
  const needed =
    textOf(form, 'method') === 'arrange' || !form.has('city')
      ? ['name', 'email']
      : ['name', 'email', 'city', 'address'];
  const errors: Record<string, FieldProblem> = {};
  for (const name of [...needed, ...also]) if (textOf(form, name) === '') errors[name] = 'required';
  if (!errors.email && !emailForm.test(textOf(form, 'email'))) errors.email = 'badEmail';
  return errors;
}

const contactFields = ['name', 'email', 'phone'].map((name) => [`contact.${name}`, name] as const);
const deliveryFields = ['country', 'city', 'address', 'postalCode', 'comment'].map(
  (name) => [`delivery.${name}`, name] as const,
);
const fieldOfPath: ReadonlyMap<string, string> = new Map([
  ...contactFields,
  ...deliveryFields,
  ['deliveryOptions', 'deliveryOptions'],
]);

/** Returns the field of the branch that a path such as `deliveryOptions.0.point` means. */
const pointOf = (path: string): string | undefined =>
  /^deliveryOptions\.\d+\.point$/.test(path) ? pointField(Number(path.split('.')[1])) : undefined;

/**
 * Maps server paths such as `contact.email` to the field names of the form. Error keys replace the server's English
 * texts, so that the page shows the errors in its own language. Paths without a form field are left out.
 */
export const fieldsOfDetails = (details: Readonly<Record<string, string>>): FieldProblems =>
  Object.fromEntries(
    Object.keys(details).flatMap((path) => {
      const name = fieldOfPath.get(path) ?? pointOf(path);
      return name ? [[name, name === 'email' ? 'badEmail' : 'badField'] as const] : [];
    }),
  );
