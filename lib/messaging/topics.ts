import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { after } from '#lib/core/time.ts';
import { enqueue, topic } from '#lib/data/outbox.ts';
import type { Writer } from '#lib/data/store.ts';
import { NOTIFY_AFTER_MS } from '#lib/messaging/limits.ts';

/** Notifies the members who have not read a message by then. */
export const messageNotifyTopic = topic('message.notify', z.object({ conversationId: idText, messageId: idText }));

/** Updates a message in the search index. */
export const messageIndexTopic = topic('message.index', z.object({ messageId: idText }), { coalesce: true });

export const promiseNotice = (write: Writer, conversationId: string, messageId: string, now: Date): void =>
  enqueue(write, messageNotifyTopic, { conversationId, messageId }, { now, availableAt: after(now, NOTIFY_AFTER_MS) });

/** Enqueues an index update in the commit that changes a message. Updates in quick succession are coalesced. */
export const promiseIndex = (write: Writer, messageId: string, now: Date): void =>
  enqueue(write, messageIndexTopic, { messageId }, { now, key: messageId });

/** Marks notifications of a conversation as read for users who no longer take part in it. */
export const conversationLeftTopic = topic(
  'conversation.left',
  z.object({ conversationId: idText, userIds: z.array(idText) }),
);

/** Releases the files of a group that has ended. Repeats until all files are released. */
export const groupOverTopic = topic('group.over', z.object({ conversationId: idText }), { coalesce: true });

export const promiseLeft = (write: Writer, conversationId: string, userIds: readonly string[], now: Date): void =>
  enqueue(write, conversationLeftTopic, { conversationId, userIds: [...userIds] }, { now });

export const promiseGroupOver = (write: Writer, conversationId: string, now: Date): void =>
  enqueue(write, groupOverTopic, { conversationId }, { now, key: conversationId });

/** Returns the collapse key of a conversation: one unread notification stands for all its messages. */
export const collapseKeyOf = (conversationId: string): string => `conversation:${conversationId}`;
