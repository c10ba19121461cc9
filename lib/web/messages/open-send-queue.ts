import type { MessageView } from '#lib/messaging/schemas/message.ts';
import { post } from '#lib/web/api/api-client.ts';
import { openStorage } from '#lib/web/browser-storage.ts';
import type { Outgoing } from './outgoing.ts';
import { newMessageKey, SendQueue } from './send-queue.ts';

/** Opens the queue of a user in a browser: stored there and sent over the API. */
export const openSendQueue = (userId: string, sent: (message: MessageView) => void): SendQueue =>
  new SendQueue({
    ...{ userId, send, sent },
    storage: openStorage(),
    newKey: newMessageKey,
    now: () => new Date(),
    later: (work, ms) => {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
    isOnline: () => navigator.onLine,
  });

async function send({ key, conversationId, attachments, ...said }: Outgoing): Promise<MessageView> {
  const { content, type, metadata, replyToId } = said;
  const body = {
    ...{ content, type, metadata, replyToId },
    attachments: attachments.map(({ id }) => id),
    clientMessageId: key,
  };
  return (await post<{ message: MessageView }>(`/api/conversations/${conversationId}/messages`, body)).message;
}
