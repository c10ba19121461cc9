import useSWR from 'swr';
import { useMessages, usePeople } from '#components/messages/messages-context.ts';
import { personName } from '#components/messages/names.ts';
import { useThread } from '#components/messages/thread/thread-context.ts';
import type { MessageView } from '#lib/messaging/schemas/message.ts';
import type { MessagePage } from '#lib/messaging/schemas/message-input.ts';
import { get } from '#lib/web/api/api-client.ts';
import { plainText } from '#lib/web/messages/message-parts.ts';

/** Shows the message that another one replies to in one or two lines. Pressing it scrolls there. */
export function ReplyQuote({
  conversationId,
  messageId,
}: {
  readonly conversationId: string;
  readonly messageId: string;
}) {
  const { texts } = useMessages();
  const { show } = useThread();
  const original = useMessage(conversationId, messageId);
  return (
    <button
      type="button"
      onClick={() => show(messageId)}
      className="mb-1 flex w-full min-w-0 flex-col rounded-sm border-s-4 border-primary bg-sunken px-2 py-1 text-start text-sm"
    >
      {original ? <Quoted message={original} /> : <span className="text-muted">{texts.loading}</span>}
    </button>
  );
}

/** Shows the sender and the beginning of a message. */
export function Quoted({ message }: { readonly message: MessageView }) {
  const { me, texts } = useMessages();
  const people = usePeople(message.conversationId, message.senderId === null ? [] : [message.senderId]);
  const words = plainText(message.content, (id) => personName(people, id, texts)).replaceAll(/\s+/g, ' ');
  const kind =
    message.type === 'text' || message.type === 'system' ? texts.preview_file : texts[`preview_${message.type}`];
  const name = message.senderId === me.id ? texts.you : personName(people, message.senderId ?? '', texts);
  return (
    <>
      <span className="font-medium">{message.senderId === null ? '' : name}</span>
      <span className="line-clamp-2 text-muted wrap-anywhere">
        {message.deletedAt === null ? words || kind : texts.deletedMessage}
      </span>
    </>
  );
}

/** Returns a message from the loaded pages, or fetches it. */
function useMessage(conversationId: string, id: string): MessageView | null {
  const { store } = useThread();
  const here = store.state().pages.messages.find((message) => message.id === id) ?? null;
  const path = `/api/conversations/${conversationId}/messages?around=${id}&limit=1`;
  const { data } = useSWR(here ? null : path, (asked: string) => get<MessagePage>(asked), {
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  });
  return here ?? data?.messages.find((message) => message.id === id) ?? null;
}
