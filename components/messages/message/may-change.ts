import { EDITABLE_MS } from '#lib/messaging/limits.ts';
import type { ConversationView } from '#lib/messaging/schemas/conversation.ts';
import type { MessageView } from '#lib/messaging/schemas/message.ts';

type Writer = { readonly id: string; readonly isRestricted: boolean };

/** Whether the server would let this user edit a message. The server checks again. */
export const mayEdit = (message: MessageView, me: Writer, now: number): boolean =>
  message.senderId === me.id &&
  !me.isRestricted &&
  message.type === 'text' &&
  message.deletedAt === null &&
  now - Date.parse(message.createdAt) < EDITABLE_MS;

/** Whether this user may delete a message: an own one, or any in a group that the user owns. */
export const mayDelete = (message: MessageView, me: string, { type, role }: ConversationView): boolean =>
  message.deletedAt === null &&
  message.senderId !== null &&
  (message.senderId === me || (type === 'group' && role === 'owner'));
