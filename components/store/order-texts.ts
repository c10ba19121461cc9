import type { Texts } from '#lib/web/i18n/texts.ts';

/** What the parts of an order say. */
export type OrderTexts = { readonly orderActions: Texts<'orderActions'>; readonly problems: Texts<'problems'> };
