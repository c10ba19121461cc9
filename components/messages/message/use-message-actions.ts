import type { ComposeInput } from '#components/messages/composer/compose-input.ts';
import { useMessages } from '#components/messages/messages-context.ts';
import type { MessageView } from '#lib/messaging/schemas/message.ts';
import type { RichAction } from '#lib/messaging/schemas/rich.ts';
import { post, put, remove } from '#lib/web/api/api-client.ts';
import type { ThreadStore } from '#lib/web/messages/thread-store.ts';
import { toggled } from './toggled.ts';

type Answer = { readonly message: MessageView };

/**
 * What a reader does with messages: shown at once, put back where the server refuses, and said to those who listen. What
 * did not work is said to all.
 */
export function useMessageActions(conversationId: string, store: ThreadStore, announce: (text: string) => void) {
  const { me, texts, fail } = useMessages();
  const base = `/api/conversations/${conversationId}/messages`;

  async function tried(
    message: MessageView,
    shown: MessageView,
    done: string,
    ask: () => Promise<Answer>,
  ): Promise<boolean> {
    fail(null);
    try {
      await store.optimistically(message, shown, async () => (await ask()).message);
      announce(done);
      return true;
    } catch (error) {
      fail(error);
      return false;
    }
  }

  return {
    /** Answers whether the message has these words now: where not, whoever wrote them keeps them. */
    async change(message: MessageView, content: string): Promise<boolean> {
      if (content === message.content) return true;
      const shown = { ...message, content, editedAt: new Date().toISOString() };
      return tried(message, shown, texts.editedSaid, () => put<Answer>(`${base}/${message.id}`, { content }));
    },
    async react(message: MessageView, emoji: string): Promise<void> {
      const { reactions, isAdded } = toggled(message.reactions, emoji, me.id);
      const path = `${base}/${message.id}/reactions/${encodeURIComponent(emoji)}`;
      await tried(message, { ...message, reactions }, '', () =>
        isAdded ? put<Answer>(path, undefined) : remove<Answer>(path),
      );
    },
    async drop(message: MessageView): Promise<void> {
      const gone = { content: '', attachments: [], metadata: {}, mentions: [], reactions: {} };
      const shown = { ...message, ...gone, deletedAt: new Date().toISOString() };
      await tried(message, shown, texts.deletedSaid, async () => {
        await remove(`${base}/${message.id}`);
        return { message: shown };
      });
    },
    /** Does something with a rich message, whose card shows it by itself; rejects with the API's refusal. */
    async act(message: MessageView, action: RichAction): Promise<void> {
      store.take((await post<Answer>(`${base}/${message.id}/actions`, action)).message);
    },
    /**
     * Sends a rich message; rejects with the API's refusal, so that its form can say what is wrong. Under its key it is
     * one message, however often it is sent.
     */
    async compose(input: ComposeInput, key: string): Promise<void> {
      store.said((await post<Answer>(base, { ...input, clientMessageId: key })).message);
    },
  };
}
