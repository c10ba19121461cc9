'use client';

import type { Route } from 'next';
import { createContext, type ReactNode, use } from 'react';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';

/** The text namespaces that the parts of a conversation share. */
export const messageNamespaces = [
  'messageCards',
  'messageCompose',
  'messageFiles',
  'messageNames',
  'messagePeople',
  'messageProblems',
  'messageReport',
] as const;
type MessageNamespace = (typeof messageNamespaces)[number];

export type MessageTexts = { readonly [N in MessageNamespace]: Texts<N> } & {
  readonly locale: Locale;
  /** The time zone of the reader's account, so that server and browser render the same times. */
  readonly timeZone: string;
  readonly links: { readonly [page in 'messages' | 'orders' | 'wallet']: Route };
  /** The size limit of uploads in bytes. */
  readonly uploadMaxBytes: number;
  /** The currencies of payment requests, the default first. */
  readonly currencies: readonly string[];
};

const Words = createContext<MessageTexts | null>(null);

type MessageTextsProviderProps = { readonly value: MessageTexts; readonly children: ReactNode };

/** Provides the texts to all parts of a conversation; see `WithMessageTexts`. */
export const MessageTextsProvider = ({ value, children }: MessageTextsProviderProps) => (
  <Words value={value}>{children}</Words>
);

export function useMessageTexts(): MessageTexts {
  const words = use(Words);
  if (!words) throw new Error('The words of a conversation are asked for outside WithMessageTexts');
  return words;
}
