import { useRun } from '#components/messages/use-run.ts';
import type { ConversationView } from '#lib/messaging/schemas/conversation.ts';
import type { ChangeConversation } from '#lib/messaging/schemas/conversation-input.ts';
import { put, remove } from '#lib/web/api/api-client.ts';

/** Receives the changed conversation, or null when the reader is no longer in it. */
export type OnChange = (conversation: ConversationView | null) => void;

/** Changes a conversation through the API, one change at a time, and reports the result to the page. */
export function useConversationCalls(id: string, onChange: OnChange) {
  const { problem, isBusy, run } = useRun();
  const path = `/api/conversations/${id}`;
  const change = (input: ChangeConversation, done?: () => void) =>
    run(async () => {
      const { conversation } = await put<{ conversation: ConversationView }>(path, input);
      onChange(conversation);
      done?.();
    });
  const end = (scope?: 'all') =>
    run(async () => {
      await remove(scope ? `${path}?scope=${scope}` : path);
      onChange(null);
    });
  return { problem, isBusy, run, change, end };
}
export type ConversationCalls = ReturnType<typeof useConversationCalls>;
