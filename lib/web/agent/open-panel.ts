import type { CartStorage } from '#lib/web/cart/guest-cart.ts';

const NAME = 'plaza.agent-panel';

/** Returns whether the panel of this product was open when its page was left or loaded again. */
export const wasPanelOpen = (storage: CartStorage, productId: string): boolean => storage.getItem(NAME) === productId;

/** Remembers the product whose panel is open, for a reload. */
export function keepPanel(storage: CartStorage, productId: string, isOpen: boolean): void {
  if (isOpen) storage.setItem(NAME, productId);
  else storage.removeItem(NAME);
}
