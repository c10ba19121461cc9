import type { EstimateTexts } from '#components/store/product/estimate-text.ts';
import type { Texts } from '#lib/i18n/texts.ts';

/** The texts of the cart components. */
export type CartTexts = {
  readonly cart: Texts<'cart'>;
  readonly delivery: EstimateTexts;
  readonly hold: Texts<'hold'>;
  readonly problems: Texts<'problems'>;
};
