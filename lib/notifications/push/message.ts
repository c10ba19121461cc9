import { createHash } from 'node:crypto';
import type { PushMessage, PushUrgency } from '#lib/context/ports/push.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import type { OutgoingNotification } from '#lib/notifications/deliver/outgoing-notification.ts';
import { MESSAGE_PUSH_MS, PUSH_MS } from '#lib/notifications/limits.ts';

/** Push services accept 4,096 bytes on the wire, which leaves 3,993 for the text; some accept less. */
export const MOST_BYTES = 3_072;
/** Texts are padded to multiples of this size, so that their length reveals less about their content. */
const STEP_BYTES = 256;
const LONGEST_PATH = 512;

/**
 * Returns until when a push is worth sending: the lifetime of its type from its creation, or the expiry of the
 * notification.
 */
export function deadlineOf(
  { type, expiresAt }: Pick<OutgoingNotification, 'type' | 'expiresAt'>,
  from: string,
): number {
  const life = Date.parse(from) + (type === 'MESSAGE' ? MESSAGE_PUSH_MS : PUSH_MS);
  return expiresAt === null ? life : Math.min(life, Date.parse(expiresAt));
}

/** Returns the message for a device. `share` limits the text: less than 1 for a service with a lower size limit. */
export function messageOf(outgoing: OutgoingNotification, until: number, now: Date, share = 1): PushMessage {
  const note = fitted(noteOf(outgoing), share);
  const { data, ...facts } = note;
  return {
    text: padded(JSON.stringify(note)),
    data: Object.fromEntries(Object.entries({ ...facts, ...data }).map(([name, value]) => [name, String(value)])),
    ttlSeconds: Math.max(0, Math.floor((until - now.getTime()) / SECOND_MS)),
    urgency: urgencyOf(outgoing.priority),
    topic: outgoing.tag === outgoing.id ? null : topicOf(outgoing.tag),
  };
}

const urgencyOf = (priority: OutgoingNotification['priority']): PushUrgency =>
  priority === 'low' || priority === 'normal' ? priority : 'high';

/** Returns 24 of the 32 characters that a topic may have. The hash reveals nothing about the tag. */
const topicOf = (tag: string): string => createHash('sha256').update(tag).digest('base64url').slice(0, 24);

const noteOf = ({ id, type, title, message, tag, priority, count, locale, at, actionPath }: OutgoingNotification) => ({
  v: 1,
  id,
  type,
  title,
  message,
  tag,
  urgent: priority === 'urgent',
  count,
  lang: locale,
  at,
  data: { actionUrl: actionPath.length <= LONGEST_PATH ? actionPath : '/notifications' },
});
type Note = ReturnType<typeof noteOf>;

/** Returns the note with its message truncated between two characters if it is too long. */
function fitted(note: Note, share: number): Note {
  const characters = Array.from(note.message);
  const cutTo = (length: number): Note =>
    length < characters.length ? { ...note, message: `${characters.slice(0, length).join('')}…` } : note;

  let [fits, tooLong] = [0, Math.floor(characters.length * share) + 1];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (Buffer.byteLength(JSON.stringify(cutTo(middle))) <= MOST_BYTES) fits = middle;
    else tooLong = middle;
  }
  return cutTo(fits);
}

/** Pads a text with trailing spaces, which JSON ignores. */
const padded = (text: string): string => {
  const bytes = Buffer.byteLength(text);
  return text + ' '.repeat(Math.ceil(bytes / STEP_BYTES) * STEP_BYTES - bytes);
};
