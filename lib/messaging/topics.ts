import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { after, SECOND_MS } from '#lib/core/time.ts';
import { enqueue, topic } from '#lib/data/outbox.ts';
import type { Writer } from '#lib/data/store.ts';

/** Who is there reads it at once; only then is anybody notified. */
export const NOTIFY_AFTER_MS = 3 * SECOND_MS;

/** Those who have not read a message by now are told of it. */
export const messageNotifyTopic = topic('message.notify', z.object({ conversationId: idText, messageId: idText }));

/** What a search finds of a message has changed. */
export const messageIndexTopic = topic('message.index', z.object({ messageId: idText }), { coalesce: true });

export const promiseNotice = (write: Writer, conversationId: string, messageId: string, now: Date): void =>
  enqueue(write, messageNotifyTopic, { conversationId, messageId }, { now, availableAt: after(now, NOTIFY_AFTER_MS) });

/** Promises, in the commit that changes a message, that the search follows. Quick causes are one. */
export const promiseIndex = (write: Writer, messageId: string, now: Date): void =>
  enqueue(write, messageIndexTopic, { messageId }, { now, key: messageId });

/** What told people of a conversation they no longer have is read. */
export const conversationLeftTopic = topic(
  'conversation.left',
  z.object({ conversationId: idText, userIds: z.array(idText) }),
);

/** A group that is over holds its files no longer; again until all are let go. */
export const groupOverTopic = topic('group.over', z.object({ conversationId: idText }), { coalesce: true });

export const promiseLeft = (write: Writer, conversationId: string, userIds: readonly string[], now: Date): void =>
  enqueue(write, conversationLeftTopic, { conversationId, userIds: [...userIds] }, { now });

export const promiseGroupOver = (write: Writer, conversationId: string, now: Date): void =>
  enqueue(write, groupOverTopic, { conversationId }, { now, key: conversationId });

/** The slot of a conversation among its reader's notifications: one unread row stands for all its messages. */
export const collapseKeyOf = (conversationId: string): string => `conversation:${conversationId}`;
