import { AppError, invalid, notFound } from '#lib/core/errors.ts';
import { ID_PATTERN } from '#lib/core/id-pattern.ts';

/** A named stream of events. Not a mailbox of the CRM: that is a `MailChannel`. */
export type TunnelChannel = `conversation:${string}` | 'notifications:unread' | 'user:inbox' | 'admin:desk';

const conversationPrefix = 'conversation:';

export const conversationChannel = (id: string): TunnelChannel => `${conversationPrefix}${id}`;

/** Returns the channel that a text names. Throws a ValidationError for any other text. */
export function parseChannel(text: string): TunnelChannel {
  if (isPersonal(text) || text === 'admin:desk') return text;
  const id = conversationIdOf(text);
  if (id !== null && ID_PATTERN.test(id)) return conversationChannel(id);
  throw invalid('This channel does not exist', { channel: 'is not the name of a channel' });
}

/** Returns the id of the conversation that a channel is about, or null for other channels. */
export const conversationIdOf = (channel: string): string | null =>
  channel.startsWith(conversationPrefix) ? channel.slice(conversationPrefix.length) : null;

/** Whether each user has a separate channel under this name. */
export const isPersonal = (channel: string): channel is 'notifications:unread' | 'user:inbox' =>
  channel === 'notifications:unread' || channel === 'user:inbox';

/** Whether the channel has cursors. Hints have none: clients that are not connected miss them. */
export const hasCursor = (channel: TunnelChannel): boolean => channel !== 'admin:desk';

/** Returns the key of a channel inside the server. The key never goes on the wire. */
export const keyOf = (channel: TunnelChannel, userId: string): string =>
  isPersonal(channel) ? `${channel}#${userId}` : channel;

/** Returns the error for a user who may not listen. A forbidden conversation gets the same error as a missing one. */
export function refusalOf(channel: TunnelChannel): AppError {
  const id = conversationIdOf(channel);
  return id === null
    ? new AppError('Forbidden', 'Your account may not read this channel')
    : notFound('Conversation', id);
}
