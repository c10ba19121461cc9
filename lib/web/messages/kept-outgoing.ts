import type { CartStorage } from '#lib/web/cart/guest-cart.ts';

const PREFIX = 'plaza.messages.pending.';

/** Where a person's messages that are not sent yet are kept in this browser. */
export const keptName = (userId: string): string => `${PREFIX}${userId}`;

/** Whether a change of what the browser keeps is about such messages; null means that all of it went. */
export const isKeptName = (name: string | null): boolean => name === null || name.startsWith(PREFIX);

/** Whether there are any. */
export const hasKept = (storage: CartStorage, userId: string): boolean => storage.getItem(keptName(userId)) !== null;
