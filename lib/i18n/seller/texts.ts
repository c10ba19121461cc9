import type apply from './en/apply.json';
import type csv from './en/csv.json';
import type deliveries from './en/deliveries.json';
import type editor from './en/editor.json';
import type families from './en/families.json';
import type orders from './en/orders.json';
import type overview from './en/overview.json';
import type problems from './en/problems.json';
import type products from './en/products.json';
import type reviews from './en/reviews.json';
import type settings from './en/settings.json';
import type shell from './en/shell.json';
import type tokens from './en/tokens.json';

/** Every text of the seller's console by room. A new room adds a file for each language, and a line here. */
type SellerMessages = {
  readonly apply: typeof apply;
  readonly csv: typeof csv;
  readonly deliveries: typeof deliveries;
  readonly editor: typeof editor;
  readonly families: typeof families;
  readonly orders: typeof orders;
  readonly overview: typeof overview;
  readonly problems: typeof problems;
  readonly products: typeof products;
  readonly reviews: typeof reviews;
  readonly settings: typeof settings;
  readonly shell: typeof shell;
  readonly tokens: typeof tokens;
};
export type SellerRoom = keyof SellerMessages;

/** The texts of a room for a client component: raw, to be filled by `fill`. */
export type SellerTexts<R extends SellerRoom> = SellerMessages[R];
