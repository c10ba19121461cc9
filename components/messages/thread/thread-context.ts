import { createContext, use } from 'react';
import type { ConversationView } from '#lib/messaging/schemas/conversation.ts';
import type { MessageView } from '#lib/messaging/schemas/message.ts';
import type { RichAction } from '#lib/messaging/schemas/rich.ts';
import type { ThreadStore } from '#lib/web/messages/thread-store.ts';

/** The state that the parts of one open conversation share. */
export type OpenThread = {
  readonly conversation: ConversationView;
  readonly store: ThreadStore;
  /** Announces a text to screen readers; it is not visible. */
  readonly announce: (text: string) => void;
  readonly reply: (message: MessageView) => void;
  readonly edit: (message: MessageView) => void;
  readonly openMenu: (message: MessageView) => void;
  /** Scrolls to a message anywhere in the conversation, and loads it if needed. */
  readonly show: (messageId: string) => void;
  /** Applies an action to a rich message. Rejects with the API's error. */
  readonly act: (message: MessageView, action: RichAction) => Promise<void>;
  readonly react: (message: MessageView, emoji: string) => void;
};

export const Thread = createContext<OpenThread | null>(null);

export function useThread(): OpenThread {
  const thread = use(Thread);
  if (!thread) throw new Error('A message is shown outside a conversation');
  return thread;
}
