import type { Route } from 'next';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { CreateConversation } from '#lib/messaging/schemas/conversation-input.ts';

export type AgentTexts = {
  readonly agent: Texts<'agent'>;
  readonly problems: Texts<'messageProblems'>;
  readonly askSeller: Texts<'askSeller'>;
};

/** The contact for questions that the page does not answer. */
export type Asks =
  | { readonly kind: 'seller'; readonly wanted: CreateConversation }
  | { readonly kind: 'house'; readonly email: string; readonly url: string };

export type AgentProps = {
  readonly product: { readonly id: string; readonly title: string; readonly currency: string };
  readonly starters: readonly string[];
  readonly locale: Locale;
  readonly links: { readonly signIn: Route; readonly messages: Route; readonly product: Route };
  readonly asks: Asks | null;
  readonly texts: AgentTexts;
};
