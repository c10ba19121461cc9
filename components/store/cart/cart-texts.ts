import type { Texts } from '#lib/i18n/texts.ts';

/** What the parts of the cart say. */
export type CartTexts = {
  readonly cart: Texts<'cart'>;
  readonly hold: Texts<'hold'>;
  readonly problems: Texts<'problems'>;
};
