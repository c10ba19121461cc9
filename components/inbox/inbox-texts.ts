import { createContext, use, useCallback } from 'react';
import { useReader } from '#components/admin/console-reader.tsx';
import type { ConsoleTexts, Say } from '#lib/i18n/console/texts.ts';
import { fill } from '#lib/i18n/fill.ts';

/** The rooms whose texts the client components of the inbox show. */
export type InboxRoom = 'inbox' | 'mail' | 'reply' | 'crm';
export type InboxTexts = { readonly [R in InboxRoom]: ConsoleTexts<R> };

export const InboxTextsContext = createContext<InboxTexts | null>(null);

/** Returns the function that fills the texts of a room, in the language of the account. */
export function useSay<R extends InboxRoom>(room: R): Say<R> {
  const all = use(InboxTextsContext);
  const { locale } = useReader();
  if (!all) throw new Error('useSay is called outside the inbox');
  const texts: Readonly<Record<string, string>> = all[room];
  return useCallback((key, values = {}) => fill(texts[key] ?? key, values, locale), [texts, locale]);
}
