import type { Locale } from '#lib/auth/values.ts';
import type { CartLine } from '#lib/store/schemas/cart.ts';
import type { Texts } from '#lib/web/i18n/texts.ts';

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

/** The fields that need another look, each with what to do about it. */
export function fieldErrors(
  form: FormData,
  texts: Pick<Texts<'checkout'>, 'required' | 'badEmail'>,
): Readonly<Record<string, string>> {
  const needed =
    textOf(form, 'method') === 'arrange' || !form.has('city')
      ? ['name', 'email']
      : ['name', 'email', 'city', 'address'];
  const errors: Record<string, string> = {};
  for (const name of needed) if (textOf(form, name) === '') errors[name] = texts.required;
  if (!errors.email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(textOf(form, 'email'))) errors.email = texts.badEmail;
  return errors;
}

/** `contact.email` and `delivery.city` as the form calls them. */
export const fieldsOfDetails = (details: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(details).map(([path, message]) => [path.split('.').at(-1) ?? path, message]));
