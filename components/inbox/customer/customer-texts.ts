import type { CustomerOrder } from '#lib/admin/customer/customer.ts';
import type { ConsoleTexts, Say } from '#lib/i18n/console/texts.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';

/** What the customer beside a mail is written with. */
export type CustomerTexts = {
  readonly t: Say<'customer'>;
  readonly locale: Locale;
  readonly dayOf: (at: string) => string;
  readonly people: ConsoleTexts<'people'>;
  readonly orders: ConsoleTexts<'orders'>;
  readonly statusTexts: Texts<'orderStatus'>;
  /** Returns the sentence about an order that goes into a reply, in the language of its buyer. */
  readonly lineOf: (order: CustomerOrder) => string;
};
