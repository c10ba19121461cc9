import { BellOff, EllipsisVertical, Users } from 'lucide-react';
import type { Route } from 'next';
import type { ReactNode } from 'react';
import { Avatar, PersonAvatar } from '#components/messages/avatar.tsx';
import { useMessages, usePeople } from '#components/messages/messages-context.ts';
import { personName } from '#components/messages/names.ts';
import { fullTitleOf, otherOf, partnersOf, previewOf, shownPeople, titleOf } from '#components/messages/titles.ts';
import { countText } from '#components/shell/count-badge.tsx';
import { Link } from '#components/ui/link.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { ConversationView } from '#lib/messaging/schemas/conversation.ts';
import { ROW_MENU } from './row-menu.tsx';

type ConversationRowProps = {
  readonly row: ConversationView;
  /** The picture of the product the conversation is about. */
  readonly picture: string | null;
  readonly isOpen: boolean;
  /** A message of the reader in this conversation was not sent. */
  readonly hasFailed: boolean;
  readonly now: number;
  readonly query: string;
  readonly onMenu: () => void;
};

/** Shows one conversation: its title, its newest message, the time, and the number of unread messages. */
export function ConversationRow(props: ConversationRowProps) {
  const { row, picture, isOpen, hasFailed, now, query, onMenu } = props;
  const { me, texts, clock, base, locale } = useMessages();
  const people = usePeople(row.id, shownPeople(row, me.id));
  const title = titleOf(row, me.id, people, texts);
  const partners = partnersOf(row, me.id, people, texts);
  const at = row.lastMessageAt ?? row.createdAt;
  const { unreadCount } = row;

  return (
    <li className="messages-row group relative">
      <Link
        href={`${base}/${row.id}${query}` as Route}
        aria-current={isOpen ? 'page' : undefined}
        className="flex min-h-18 items-center gap-3 py-2 ps-4 pe-12 hover:bg-sunken focus-visible:-outline-offset-2 aria-[current]:bg-primary-soft"
      >
        <RowAvatar row={row} title={title} picture={picture} />
        <span className="flex min-w-0 grow flex-col gap-0.5">
          <span className="flex items-baseline gap-2">
            <span className={`min-w-0 grow truncate ${unreadCount > 0 ? 'font-semibold' : 'font-medium'}`}>
              {partners !== '' && (
                <>
                  {partners}
                  <span className="font-normal"> · </span>
                </>
              )}
              <span className={partners === '' ? undefined : 'font-normal'}>{title}</span>
            </span>
            <time dateTime={at} suppressHydrationWarning className="shrink-0 text-xs text-muted">
              {clock.rowTime(at, now)}
            </time>
          </span>
          <span className="flex items-center gap-2 text-sm text-muted">
            <span className={`min-w-0 grow truncate ${unreadCount > 0 ? 'text-text' : ''}`}>{previewLine()}</span>
            {row.muted && <BellOff role="img" aria-label={texts.muted} className="size-4 shrink-0" />}
            {unreadCount > 0 && (
              <span
                className={`min-w-5 shrink-0 rounded-full px-1.5 text-center text-xs leading-5 font-semibold tabular-nums ${row.muted ? 'bg-neutral-soft text-text' : 'bg-primary text-primary-text'}`}
              >
                <span aria-hidden>{countText(unreadCount)}</span>
                <span className="sr-only">{fill(texts.unreadCount, { count: unreadCount }, locale)}</span>
              </span>
            )}
          </span>
        </span>
      </Link>
      <button
        type="button"
        popoverTarget={ROW_MENU}
        aria-label={fill(texts.actionsOf, { name: fullTitleOf(row, me.id, people, texts) }, locale)}
        onClick={onMenu}
        className="messages-more absolute end-1 top-1/2 flex size-11 -translate-y-1/2 items-center justify-center rounded-md hover:bg-neutral-soft"
      >
        <EllipsisVertical aria-hidden className="size-5" />
      </button>
    </li>
  );

  function previewLine(): ReactNode {
    if (hasFailed) return <span className="font-medium text-danger">{texts.notSent}</span>;
    const last = row.lastMessage;
    if (last === null) return texts.nothingYet;
    const words = previewOf(last, people, texts);
    if (last.senderId === me.id) return fill(texts.prefixed, { name: texts.you, text: words }, locale);
    if (row.type !== 'group' || last.senderId === null) return words;
    return fill(texts.prefixed, { name: personName(people, last.senderId, texts), text: words }, locale);
  }
}

type RowAvatarProps = { readonly row: ConversationView; readonly title: string; readonly picture: string | null };

function RowAvatar({ row, title, picture }: RowAvatarProps) {
  const { me, texts } = useMessages();
  const people = usePeople(row.id, []);
  const peer = otherOf(row, me.id);
  if (picture !== null) return <Avatar id={row.id} name={title} picture={picture} />;
  if (row.type === 'direct' && peer !== null)
    return <PersonAvatar person={people[peer]} name={personName(people, peer, texts)} />;
  if (row.type === 'group')
    return (
      <span aria-hidden className="flex size-11 shrink-0 items-center justify-center rounded-full bg-neutral-soft">
        <Users className="size-5" />
      </span>
    );
  return <Avatar id={row.id} name={title} />;
}
