import type { CartStorage } from '#lib/web/cart/guest-cart.ts';

const NAME = 'plaza.sell-application';
/** Bank details never stay in the browser. */
const SECRET = new Set(['iban']);

type Fields = Readonly<Record<string, string>>;

/** Returns the fields that this user typed into the application and did not send; none for another user. */
export function readApplicationDraft(storage: CartStorage, userId: string): Fields {
  try {
    const { owner, fields }: { owner?: unknown; fields?: unknown } = JSON.parse(storage.getItem(NAME) ?? '{}');
    if (owner !== userId || typeof fields !== 'object' || fields === null) return {};
    return Object.fromEntries(Object.entries(fields).filter(([, text]) => typeof text === 'string'));
  } catch {
    return {};
  }
}

/** Stores the fields of the application, without the bank details. */
export function storeApplicationDraft(storage: CartStorage, userId: string, fields: Fields): void {
  const kept = Object.fromEntries(Object.entries(fields).filter(([name]) => !SECRET.has(name)));
  storage.setItem(NAME, JSON.stringify({ owner: userId, fields: kept }));
}

/** Deletes the draft after it was sent, and at sign-out. */
export const clearApplicationDraft = (storage: CartStorage): void => storage.removeItem(NAME);
