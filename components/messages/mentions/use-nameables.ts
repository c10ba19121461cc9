import { useMemo } from 'react';
import { type MessagesWorld, useMessages, usePeople } from '#components/messages/messages-context.ts';
import { personName } from '#components/messages/names.ts';
import type { People } from '#lib/messaging/members/people.ts';
import type { ConversationView } from '#lib/messaging/schemas/conversation.ts';
import { type Nameable, nameablesOf } from '#lib/web/messages/mentions.ts';
import { namedIn } from '#lib/web/messages/message-parts.ts';

/**
 * Returns the users that a message with this `content` may mention: loaded participants, and users already mentioned in
 * it.
 */
export function whomToName(
  { participantIds }: ConversationView,
  content: string,
  people: People,
  texts: MessagesWorld['texts'],
): readonly Nameable[] {
  const ids = [...new Set([...participantIds, ...namedIn(content)])].filter((id) => people[id]);
  return nameablesOf(ids.map((id) => ({ id, name: personName(people, id, texts) })));
}

/** Returns the same while a message is being written. The participants are loaded once the text contains an `@`. */
export function useNameables(conversation: ConversationView, content: string, text: string) {
  const { me, texts } = useMessages();
  const { id, participantIds } = conversation;
  const people = usePeople(id, text.includes('@') ? participantIds : []);
  return useMemo(() => {
    const all = whomToName(conversation, content, people, texts);
    const isHere = ({ userId }: Nameable) => userId !== me.id && participantIds.includes(userId);
    return { all, people, offered: all.filter((nameable) => isHere(nameable) && !people[nameable.userId]?.isDeleted) };
  }, [conversation, content, people, texts, me.id, participantIds]);
}
