import { pageOf } from './console-pages.ts';

/** One line of the palette. */
export type Entry = {
  readonly kind: 'page' | 'action' | 'open' | 'search';
  readonly label: string;
  /** The address it leads to; an action has none. */
  readonly href?: string;
  /** Words that match it besides its label, such as the group of a page. */
  readonly also?: string;
};

const shapes: readonly (readonly [shape: RegExp, hrefOf: (text: string) => string])[] = [
  [/^P[0-9A-HJKMNP-TV-Z]{9}$/, (number) => `/admin/orders?q=${number}`],
  [/^[PMW][0-9A-HJKMNP-TV-Z]{9}-\d+$/, (reference) => `/admin/payments/${reference}`],
  [/^VP-\d{4}-[0-9A-HJKMNP-TV-Z]{6}$/, (number) => `/admin/verification/${number}`],
  [/^ord_\w{20,43}$/, (id) => `/admin/orders/${id}`],
  [/^usr_\w{20,43}$/, (id) => `/admin/users/${id}`],
  [/^thr_\w{20,43}$/, (id) => `/admin/inbox/${id}`],
  [/^vnd_\w{20,43}$/, (id) => `/admin/payments/settlements/${id}`],
  [/^prd_\w{20,43}$/, (id) => `/products/${id}`],
];

/** The lists that search for any text. */
const searches = {
  people: '/admin/users?q=',
  orders: '/admin/orders?q=',
  payments: '/admin/payments?q=',
  products: '/products?search=',
  mail: '/admin/inbox?q=',
} as const;
export type Search = keyof typeof searches;

type Words = {
  readonly open: (text: string) => string;
  readonly search: (list: Search, text: string) => string;
};

/**
 * Returns the lines for what was typed: pages and actions whose words begin with it, one of exactly this name first,
 * the thing of a number or an id, else the searches of the lists. Nothing is requested, so no route has to list people.
 */
export function entriesFor(typed: string, known: readonly Entry[], words: Words): readonly Entry[] {
  const text = typed.trim();
  if (text === '') return known;
  // What is on this page comes before another page of the same name.
  const rank = ({ label, kind }: Entry) =>
    label.toLowerCase() === text.toLowerCase() ? (kind === 'action' ? 0 : 1) : 2;
  const matching = known.filter((entry) => matches(entry, text)).toSorted((a, b) => rank(a) - rank(b));
  const thing = thingOf(text);
  if (thing) return [{ kind: 'open', label: words.open(thing.text), href: thing.href }, ...matching];
  const lists = (Object.keys(searches) as Search[]).filter((list) => exists(searches[list]));
  return [
    ...matching,
    ...lists.map(
      (list): Entry => ({
        kind: 'search',
        label: words.search(list, text),
        href: searches[list] + encodeURIComponent(text),
      }),
    ),
  ];
}

function matches({ label, also = '' }: Entry, text: string): boolean {
  const words = wordsOf(`${label} ${also}`);
  return wordsOf(text).every((wanted) => words.some((word) => word.startsWith(wanted)));
}

const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Returns the thing that a number or an id names. Numbers are recognized in small letters as well. */
function thingOf(text: string): { readonly text: string; readonly href: string } | null {
  for (const candidate of [text, text.toUpperCase()])
    for (const [shape, hrefOf] of shapes)
      if (shape.test(candidate) && exists(hrefOf(candidate))) return { text: candidate, href: hrefOf(candidate) };
  return null;
}

/** Returns true for an address of the shop, and for one below a page of the console. */
function exists(href: string): boolean {
  const path = href.split('?', 1)[0] ?? href;
  return !path.startsWith('/admin') || (pageOf(path)?.href ?? '/admin') !== '/admin';
}
