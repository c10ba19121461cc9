import { ArrowLeft, BellOff, Search, Users } from 'lucide-react';
import type { Route } from 'next';
import { useSearchParams } from 'next/navigation';
import type { ReactNode } from 'react';
import { Avatar, PersonAvatar } from '#components/messages/avatar.tsx';
import { usePictures } from '#components/messages/list/use-pictures.ts';
import { useMessages, usePeople } from '#components/messages/messages-context.ts';
import { personName } from '#components/messages/names.ts';
import { otherOf } from '#components/messages/titles.ts';
import { Link } from '#components/ui/link.tsx';
import { iconButtonClass } from '#components/ui/popover-menu.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { ConversationView } from '#lib/messaging/schemas/conversation.ts';
import { filterIn, filterQuery } from '#lib/web/messages/list-rows.ts';

type ThreadHeaderProps = {
  readonly conversation: ConversationView;
  readonly title: string;
  readonly isSearching: boolean;
  readonly onSearch: () => void;
  /** The call buttons and the details button. */
  readonly children?: ReactNode;
};

/** Shows the title of the conversation, the way back, and the actions on the conversation. */
export function ThreadHeader({ conversation, title, isSearching, onSearch, children }: ThreadHeaderProps) {
  const { me, texts, base, locale } = useMessages();
  const back = `${base}${filterQuery(filterIn(useSearchParams()))}` as Route;
  const peer = otherOf(conversation, me.id);
  const people = usePeople(conversation.id, peer === null ? [] : [peer]);
  const picture = usePictures([conversation]).get(conversation.id) ?? null;
  const count = conversation.participantIds.length;
  const subtitle =
    conversation.type === 'direct'
      ? null
      : conversation.type === 'group' || peer === null
        ? fill(texts.peopleCount, { count }, locale)
        : personName(people, peer, texts);

  return (
    <header className="flex items-center gap-1 border-b border-line py-1.5 ps-1 pe-2 min-[900px]:ps-4">
      <Link href={back} aria-label={texts.back} className={`${iconButtonClass} min-[900px]:hidden`}>
        <ArrowLeft aria-hidden />
      </Link>
      <span className="max-xs:hidden">
        {conversation.type === 'group' ? (
          <span aria-hidden className="flex size-11 items-center justify-center rounded-full bg-neutral-soft">
            <Users className="size-5" />
          </span>
        ) : picture === null && peer !== null ? (
          <PersonAvatar person={people[peer]} name={personName(people, peer, texts)} />
        ) : (
          <Avatar id={conversation.id} name={title} picture={picture} />
        )}
      </span>
      <div className="min-w-0 grow ps-2">
        <h2 className="flex items-center gap-2 text-base">
          <span className="truncate">{title}</span>
          {conversation.muted && <BellOff role="img" aria-label={texts.muted} className="size-4 shrink-0 text-muted" />}
        </h2>
        {subtitle !== null && subtitle !== title && <p className="truncate text-sm text-muted">{subtitle}</p>}
      </div>
      {children}
      <button
        type="button"
        aria-label={texts.searchHere}
        aria-expanded={isSearching}
        onClick={onSearch}
        className={iconButtonClass}
      >
        <Search aria-hidden />
      </button>
    </header>
  );
}
