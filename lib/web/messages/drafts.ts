import type { CartStorage } from '#lib/web/cart/guest-cart.ts';

const nameOf = (userId: string): string => `plaza.messages.drafts.${userId}`;
/** The oldest go when there are more. */
const MOST = 50;

/** What was begun in a conversation and not sent. */
export const draftOf = (storage: CartStorage, userId: string, conversationId: string): string =>
  allOf(storage, userId)[conversationId] ?? '';

/** Keeps it over a reload and a way elsewhere; an empty text forgets it. */
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
