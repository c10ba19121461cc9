import type { CartStorage } from '#lib/web/cart/guest-cart.ts';

const PREFIX = 'plaza.messages.pending.';

/** Returns the storage key of a user's unsent messages in this browser. */
export const outgoingKey = (userId: string): string => `${PREFIX}${userId}`;

/** Returns whether a storage change concerns such messages. Null means that the whole storage was cleared. */
export const isOutgoingKey = (name: string | null): boolean => name === null || name.startsWith(PREFIX);

/** Returns whether the user has unsent messages here. */
export const hasStoredOutgoing = (storage: CartStorage, userId: string): boolean =>
  storage.getItem(outgoingKey(userId)) !== null;
