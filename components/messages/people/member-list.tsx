import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useMessageTexts } from '#components/messages/message-texts.tsx';
import { Button } from '#components/ui/button.tsx';
import { fill } from '#lib/i18n/fill.ts';
import { MAX_PARTICIPANTS } from '#lib/messaging/limits.ts';
import type { People } from '#lib/messaging/members/people.ts';
import type { ConversationView } from '#lib/messaging/schemas/conversation.ts';
import { AddPeopleDialog } from './add-people-dialog.tsx';
import { MemberItem } from './member-item.tsx';
import { orderedMembers } from './ordered-members.ts';
import type { Blocks } from './use-blocks.ts';
import type { ConversationCalls } from './use-conversation-calls.ts';

type MemberListProps = {
  readonly conversation: ConversationView;
  readonly me: string;
  readonly people: People;
  readonly calls: ConversationCalls;
  readonly blocks: Blocks;
};

/** Shows the members, the owner of a group first. Any member of a group can add people. */
export function MemberList({ conversation, me, people, calls, blocks }: MemberListProps) {
  const { locale, ...words } = useMessageTexts();
  const texts = words.messagePeople;
  const [isAdding, setAdding] = useState(false);
  const { participantIds, ownerId, type } = conversation;
  const ids = orderedMembers(participantIds, { ownerId, me, people, locale });

  return (
    <section className="flex flex-col gap-3">
      <h3 className="text-lg">{fill(texts.members, { count: participantIds.length }, locale)}</h3>
      <ul className="flex flex-col">
        {ids.map((id) => (
          <MemberItem key={id} id={id} {...{ conversation, me, people, calls, blocks }} />
        ))}
      </ul>
      {type === 'group' && participantIds.length < MAX_PARTICIPANTS && (
        <Button look="secondary" className="self-start" aria-haspopup="dialog" onClick={() => setAdding(true)}>
          <UserPlus aria-hidden className="size-5" />
          {texts.addPeople}
        </Button>
      )}
      {isAdding && <AddPeopleDialog without={participantIds} calls={calls} onClose={() => setAdding(false)} />}
    </section>
  );
}
