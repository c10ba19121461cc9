import { AppError, invalid, notFound } from '#lib/core/errors.ts';
import { ID_PATTERN } from '#lib/core/id-pattern.ts';

/** A named stream of events. Not a mailbox of the CRM: that is a `MailChannel`. */
export type TunnelChannel = `conversation:${string}` | 'notifications:unread' | 'user:inbox' | 'admin:desk';

const conversationPrefix = 'conversation:';

export const conversationChannel = (id: string): TunnelChannel => `${conversationPrefix}${id}`;

/** The channel a text names; any other text is a ValidationError. */
export function parseChannel(text: string): TunnelChannel {
  if (isPersonal(text) || text === 'admin:desk') return text;
  const id = conversationIdOf(text);
  if (id !== null && ID_PATTERN.test(id)) return conversationChannel(id);
  throw invalid('There is no such channel', { channel: 'is not a channel' });
}

/** The conversation a channel is about; null for the others. */
export const conversationIdOf = (channel: string): string | null =>
  channel.startsWith(conversationPrefix) ? channel.slice(conversationPrefix.length) : null;

/** Channels of which each person has their own. */
export const isPersonal = (channel: string): channel is 'notifications:unread' | 'user:inbox' =>
  channel === 'notifications:unread' || channel === 'user:inbox';

/** Whether one can stand somewhere on it. Hints are heard by who is there, or not at all. */
export const hasCursor = (channel: TunnelChannel): boolean => channel !== 'admin:desk';

/** By which name a channel is kept inside the server; it never goes on the wire. */
export const keyOf = (channel: TunnelChannel, userId: string): string =>
  isPersonal(channel) ? `${channel}#${userId}` : channel;

/** What somebody gets who may not listen: to a conversation the same as to a missing one. */
export function refusalOf(channel: TunnelChannel): AppError {
  const id = conversationIdOf(channel);
  return id === null ? new AppError('Forbidden', 'This channel is not for this account') : notFound('Conversation', id);
}
