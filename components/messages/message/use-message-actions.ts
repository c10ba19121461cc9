import type { ComposeInput } from '#components/messages/composer/compose-input.ts';
import { useMessages } from '#components/messages/messages-context.ts';
import type { MessageView } from '#lib/messaging/schemas/message.ts';
import type { RichAction } from '#lib/messaging/schemas/rich.ts';
import { post, put, remove } from '#lib/web/api/api-client.ts';
import type { ThreadStore } from '#lib/web/messages/thread-store.ts';
import { toggled } from './toggled.ts';

type Answer = { readonly message: MessageView };

/**
 * Returns the reader's actions on messages. Each shows at once, is reverted when the server rejects it, and is
 * announced to screen readers. Errors are shown to everyone.
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
    /** Returns whether the edit was saved. If not, the text stays in the box. */
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
    /** Applies an action to a rich message, whose card shows the result itself. Rejects with the API's error. */
    async act(message: MessageView, action: RichAction): Promise<void> {
      store.take((await post<Answer>(`${base}/${message.id}/actions`, action)).message);
    },
    /**
     * Sends a rich message. Rejects with the API's error, so that its form can show it. The key prevents duplicates
     * when it is sent again.
     */
    async compose(input: ComposeInput, key: string): Promise<void> {
      store.said((await post<Answer>(base, { ...input, clientMessageId: key })).message);
    },
  };
}
