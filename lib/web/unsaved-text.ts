import type { CartStorage } from './cart/guest-cart.ts';

/** Unsaved text, and the version of the draft it was started from. */
export type UnsavedText = { readonly text: string; readonly version: number };

const NAME = 'plaza.inbox-texts';

/** Returns the unsaved text for this draft or thread in this tab. */
export function readUnsavedText(storage: CartStorage, key: string): UnsavedText | null {
  const { text, version } = (allOf(storage)[key] ?? {}) as Partial<UnsavedText>; // both are checked next
  return typeof text === 'string' && typeof version === 'number' ? { text, version } : null;
}

/** Stores the text over a reload, another thread or the end of a session. Null deletes it. */
export function storeUnsavedText(storage: CartStorage, key: string, kept: UnsavedText | null): void {
  const { [key]: before, ...others } = allOf(storage);
  if (kept === null && before === undefined) return;
  const texts = kept === null ? others : { ...others, [key]: kept };
  if (Object.keys(texts).length === 0) clearUnsavedTexts(storage);
  else storage.setItem(NAME, JSON.stringify(texts));
}

/** Deletes all texts at sign-out. */
export const clearUnsavedTexts = (storage: CartStorage): void => storage.removeItem(NAME);

function allOf(storage: CartStorage): Readonly<Record<string, unknown>> {
  try {
    const texts: unknown = JSON.parse(storage.getItem(NAME) ?? '{}');
    return typeof texts === 'object' && texts !== null ? { ...texts } : {};
  } catch {
    return {};
  }
}
