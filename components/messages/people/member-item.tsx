import { Ban, Ellipsis, Flag, MessageCircle, UserMinus } from 'lucide-react';
import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { PersonAvatar } from '#components/messages/avatar.tsx';
import { useMessageTexts } from '#components/messages/message-texts.tsx';
import { useNames } from '#components/messages/use-names.ts';
import { Badge } from '#components/ui/badge.tsx';
import { menuItemClass, PopoverMenu } from '#components/ui/popover-menu.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { People } from '#lib/messaging/members/people.ts';
import type { ConversationView } from '#lib/messaging/schemas/conversation.ts';
import { post } from '#lib/web/api/api-client.ts';
import { ReportDialog } from './report-dialog.tsx';
import type { Blocks } from './use-blocks.ts';
import type { ConversationCalls } from './use-conversation-calls.ts';

type MemberItemProps = {
  readonly id: string;
  readonly conversation: ConversationView;
  readonly me: string;
  readonly people: People;
  readonly calls: ConversationCalls;
  readonly blocks: Blocks;
};

/** Shows one member of a conversation, with the actions on them. */
export function MemberItem({ id, conversation, me, people, calls, blocks: { blocked, toggle } }: MemberItemProps) {
  const { locale, ...words } = useMessageTexts();
  const texts = words.messagePeople;
  const router = useRouter();
  const [isReporting, setReporting] = useState(false);
  const { type, role, ownerId } = conversation;
  const isMe = id === me;
  const known = useNames(me, people).nameOf(id);
  const name = (isMe && people[id]?.name) || known;
  const isBlocked = blocked?.has(id) ?? false;
  const isStanding = people[id]?.isDeleted === false;

  const write = () =>
    calls.act(async () => {
      const wanted = { type: 'direct', participantIds: [id] };
      const answer = await post<{ conversation: ConversationView }>('/api/conversations', wanted);
      router.push(`${words.links.messages}/${answer.conversation.id}` as Route); // one page for all conversations
    });

  return (
    <li className="flex min-h-14 items-center gap-3">
      <PersonAvatar person={people[id]} name={people[id]?.name ?? ''} />
      <span className="flex min-w-0 grow flex-wrap items-center gap-x-2">
        <span className="truncate font-medium">{name}</span>
        {isMe && <span className="text-muted">{texts.itsYou}</span>}
        {type === 'group' && id === ownerId && <Badge tone="accent">{texts.owner}</Badge>}
        {isBlocked && <Badge tone="danger">{texts.blockedBadge}</Badge>}
      </span>
      {!isMe && type !== 'direct' && isStanding && (
        <PopoverMenu
          id={`member-${id}`}
          label={fill(texts.menuOf, { name }, locale)}
          trigger={<Ellipsis aria-hidden />}
        >
          <button type="button" onClick={write} className={menuItemClass}>
            <MessageCircle aria-hidden className="size-5" />
            {texts.writeTo}
          </button>
          {type === 'group' && role === 'owner' && (
            <button
              type="button"
              onClick={() => calls.change({ removeParticipantIds: [id] })}
              className={menuItemClass}
            >
              <UserMinus aria-hidden className="size-5" />
              {texts.removePerson}
            </button>
          )}
          {blocked !== null && (
            <button type="button" onClick={() => calls.act(() => toggle(id))} className={menuItemClass}>
              <Ban aria-hidden className="size-5" />
              {isBlocked ? texts.unblockPerson : texts.blockPerson}
            </button>
          )}
          <button type="button" onClick={() => setReporting(true)} className={menuItemClass}>
            <Flag aria-hidden className="size-5" />
            {texts.reportPerson}
          </button>
        </PopoverMenu>
      )}
      {isReporting && <ReportDialog about={{ kind: 'person', id, name }} onClose={() => setReporting(false)} />}
    </li>
  );
}
