import type { Locale } from '#lib/i18n/values.ts';
import type analytics from './en/analytics.json';
import type audit from './en/audit.json';
import type categories from './en/categories.json';
import type channels from './en/channels.json';
import type common from './en/common.json';
import type crm from './en/crm.json';
import type customer from './en/customer.json';
import type discrepancies from './en/discrepancies.json';
import type figures from './en/figures.json';
import type inbox from './en/inbox.json';
import type mail from './en/mail.json';
import type moderation from './en/moderation.json';
import type notifications from './en/notifications.json';
import type orders from './en/orders.json';
import type overview from './en/overview.json';
import type palette from './en/palette.json';
import type payments from './en/payments.json';
import type people from './en/people.json';
import type processes from './en/processes.json';
import type products from './en/products.json';
import type reply from './en/reply.json';
import type settings from './en/settings.json';
import type settlements from './en/settlements.json';
import type shell from './en/shell.json';
import type vendors from './en/vendors.json';
import type verification from './en/verification.json';

/** Every text of the console by room. A new room adds a file for each language, and a line here. */
type ConsoleMessages = {
  readonly common: typeof common;
  readonly orders: typeof orders;
  readonly payments: typeof payments;
  readonly settlements: typeof settlements;
  readonly notifications: typeof notifications;
  readonly categories: typeof categories;
  readonly settings: typeof settings;
  readonly discrepancies: typeof discrepancies;
  readonly processes: typeof processes;
  readonly analytics: typeof analytics;
  readonly products: typeof products;
  readonly audit: typeof audit;
  readonly customer: typeof customer;
  readonly reply: typeof reply;
  readonly mail: typeof mail;
  readonly inbox: typeof inbox;
  readonly figures: typeof figures;
  readonly crm: typeof crm;
  readonly channels: typeof channels;
  readonly moderation: typeof moderation;
  readonly overview: typeof overview;
  readonly people: typeof people;
  readonly palette: typeof palette;
  readonly shell: typeof shell;
  readonly vendors: typeof vendors;
  readonly verification: typeof verification;
};
export type ConsoleRoom = keyof ConsoleMessages;

/** The texts of a room for a client component: raw, to be filled by `fill`. */
export type ConsoleTexts<R extends ConsoleRoom> = ConsoleMessages[R];

/** Fills a text of a room in the reader's language. */
export type Say<R extends ConsoleRoom> = (
  key: keyof ConsoleTexts<R> & string,
  values?: Readonly<Record<string, string | number>>,
) => string;

/** The language and the time zone of the person who reads the console. */
export type Reader = { readonly locale: Locale; readonly zone: string };
