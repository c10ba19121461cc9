import type { CartStorage } from './cart/guest-cart.ts';

/** Something typed and not saved, and the version of the draft it was begun from. */
export type KeptText = { readonly text: string; readonly version: number };

const NAME = 'plaza.inbox-texts';

/** What was typed for this draft or thread, and neither saved nor thrown away, in this tab. */
export function keptText(storage: CartStorage, key: string): KeptText | null {
  const { text, version } = (allOf(storage)[key] ?? {}) as Partial<KeptText>; // both are looked at next
  return typeof text === 'string' && typeof version === 'number' ? { text, version } : null;
}

/** Keeps it over a reload, a way to another thread or an end of the session; null when there is nothing to keep. */
export function keepText(storage: CartStorage, key: string, kept: KeptText | null): void {
  const { [key]: before, ...others } = allOf(storage);
  if (kept === null && before === undefined) return;
  const texts = kept === null ? others : { ...others, [key]: kept };
  if (Object.keys(texts).length === 0) forgetTexts(storage);
  else storage.setItem(NAME, JSON.stringify(texts));
}

/** Whoever signs out leaves no letter behind. */
export const forgetTexts = (storage: CartStorage): void => storage.removeItem(NAME);

function allOf(storage: CartStorage): Readonly<Record<string, unknown>> {
  try {
    const texts: unknown = JSON.parse(storage.getItem(NAME) ?? '{}');
    return typeof texts === 'object' && texts !== null ? { ...texts } : {};
  } catch {
    return {};
  }
}
