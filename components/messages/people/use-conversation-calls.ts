import { useMessageAction } from '#components/messages/use-message-action.ts';
import type { ConversationView } from '#lib/messaging/schemas/conversation.ts';
import type { ChangeConversation } from '#lib/messaging/schemas/conversation-input.ts';
import { put, remove } from '#lib/web/api/api-client.ts';

/** Receives the changed conversation, or null when the reader is no longer in it. */
export type OnChange = (conversation: ConversationView | null) => void;

/** Changes a conversation through the API, one change at a time, and reports the result to the page. */
export function useConversationCalls(id: string, onChange: OnChange) {
  const { problem, isBusy, act } = useMessageAction();
  const path = `/api/conversations/${id}`;
  const change = (input: ChangeConversation, done?: () => void) =>
    act(async () => {
      const { conversation } = await put<{ conversation: ConversationView }>(path, input);
      onChange(conversation);
    }, done);
  const end = (scope?: 'all') =>
    act(async () => {
      await remove(scope ? `${path}?scope=${scope}` : path);
      onChange(null);
    });
  return { problem, isBusy, act, change, end };
}
export type ConversationCalls = ReturnType<typeof useConversationCalls>;
