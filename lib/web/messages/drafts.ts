import type { CartStorage } from '#lib/web/cart/guest-cart.ts';

const nameOf = (userId: string): string => `plaza.messages.drafts.${userId}`;
/** The oldest drafts are dropped above this number. */
const MOST = 50;

/** Returns the unsent text of a conversation. */
export const draftOf = (storage: CartStorage, userId: string, conversationId: string): string =>
  allOf(storage, userId)[conversationId] ?? '';

/** Stores it over a reload and other pages. An empty text deletes it. */
export function keepDraft(storage: CartStorage, userId: string, conversationId: string, text: string): void {
  const { [conversationId]: before, ...others } = allOf(storage, userId);
  if (text === '' && before === undefined) return;
  const drafts = Object.entries(text === '' ? others : { ...others, [conversationId]: text });
  if (drafts.length === 0) storage.removeItem(nameOf(userId));
  else storage.setItem(nameOf(userId), JSON.stringify(Object.fromEntries(drafts.slice(-MOST))));
}

function allOf(storage: CartStorage, userId: string): Readonly<Record<string, string>> {
  try {
    const kept: unknown = JSON.parse(storage.getItem(nameOf(userId)) ?? '{}');
    const entries = typeof kept === 'object' && kept !== null ? Object.entries(kept) : [];
    return Object.fromEntries(entries.filter(([, text]) => typeof text === 'string'));
  } catch {
    return {};
  }
}
