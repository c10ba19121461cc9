import type { Texts } from '#lib/i18n/texts.ts';
import type { People } from '#lib/messaging/members/people.ts';
import type { ConversationView, LastMessage } from '#lib/messaging/schemas/conversation.ts';
import { namedIn, plainText } from '#lib/web/messages/message-parts.ts';
import { personName } from './names.ts';

type Words = Texts<'messages'>;

const textOr = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Returns the other user of a conversation between two. */
export const otherOf = ({ participantIds }: ConversationView, me: string): string | null =>
  participantIds.length <= 2 ? (participantIds.find((id) => id !== me) ?? null) : null;

/** Returns the title of a conversation: the name of a group, the other user of a direct one, else the subject. */
export function titleOf(conversation: ConversationView, me: string, people: People, texts: Words): string {
  const { type, metadata } = conversation;
  const peer = otherOf(conversation, me);
  const person = peer === null ? '' : personName(people, peer, texts);
  if (type === 'group') return textOr(metadata.groupName) || texts.type_group;
  if (type === 'direct') return person || texts.deletedUser;
  return textOr(metadata.subject) || textOr(metadata.productName) || person || texts[`type_${type}`];
}

/**
 * Returns the other users of a conversation about a subject; empty when the title names them. Another user may have
 * written the subject, and many may ask about one product. Their names distinguish such conversations.
 */
export function partnersOf(conversation: ConversationView, me: string, people: People, texts: Words): string {
  const [first, second, ...more] = sidesOf(conversation, me).map((id) => personName(people, id, texts));
  if (first === undefined || titleOf(conversation, me, people, texts) === first) return '';
  return [first, second, more.length > 0 && `+${more.length}`].filter(Boolean).join(', ');
}

/** Returns the other users and the title in one line. */
export const fullTitleOf = (conversation: ConversationView, me: string, people: People, texts: Words): string =>
  [partnersOf(conversation, me, people, texts), titleOf(conversation, me, people, texts)].filter(Boolean).join(' · ');

/** Returns the ids of the other users of a conversation about a subject. */
const sidesOf = ({ type, participantIds }: ConversationView, me: string): readonly string[] =>
  type === 'direct' || type === 'group' ? [] : participantIds.filter((id) => id !== me);

/** Returns the ids of the people shown in a row of the list. */
export function shownPeople(conversation: ConversationView, me: string): readonly string[] {
  const { lastMessage } = conversation;
  const sides = sidesOf(conversation, me).slice(0, 2);
  const named = namedIn(lastMessage?.preview ?? '');
  const ids = [otherOf(conversation, me), ...sides, lastMessage?.senderId ?? null, ...named];
  return [...new Set(ids.filter((id) => id !== null))];
}

/** Returns the newest message in one line, in the reader's language. */
export function previewOf(last: LastMessage, people: People, texts: Words): string {
  if (last.kind === 'deleted') return texts.deletedMessage;
  if (last.type === 'system' && last.kind && `system_${last.kind}` in texts)
    return texts[`system_${last.kind}` as keyof Words];
  const words = plainText(last.preview, (id) => personName(people, id, texts)).trim();
  if (words !== '') return words;
  return last.type === 'text' || last.type === 'system' ? texts.preview_file : texts[`preview_${last.type}`];
}
