import { memo, type PointerEvent, type ReactNode, useRef } from 'react';
import { PersonAvatar } from '#components/messages/avatar.tsx';
import { useMessages, usePeople } from '#components/messages/messages-context.ts';
import { personName } from '#components/messages/names.ts';
import { classNames } from '#components/ui/class-names.ts';
import { fill } from '#lib/i18n/fill.ts';
import type { MessageRow } from '#lib/web/messages/thread-rows.ts';
import { isPlain, MessageBody } from './message-body.tsx';
import { MessageReactions } from './message-reactions.tsx';
import { MoreButton } from './more-button.tsx';
import { ReplyQuote } from './reply-quote.tsx';

const LONG_PRESS_MS = 500;

type MessageItemProps = {
  readonly row: MessageRow;
  readonly isUnread: boolean;
  readonly isGroup: boolean;
  /** The delivery and read state of the message. */
  readonly receipt: ReactNode;
};

/** Shows one message. It rerenders only when its own data has changed. */
export const MessageItem = memo(function MessageItem({ row, isUnread, isGroup, receipt }: MessageItemProps) {
  const { message, startsGroup, endsGroup, key } = row;
  const { me, texts, clock, locale } = useMessages();
  const { senderId, conversationId } = message;
  const people = usePeople(conversationId, senderId === null ? [] : [senderId]);
  const isOwn = senderId === me.id;
  const press = useLongPress();
  const unread = isUnread ? { 'data-unread': message.seq } : {};
  if (senderId === null)
    return (
      <li data-row={key} {...unread} className="message-row py-1.5 text-center text-sm text-muted">
        <MessageBody message={message} />
      </li>
    );

  const name = personName(people, senderId, texts);
  const label = fill(texts.messageOf, { name: isOwn ? texts.you : name, time: clock.full(message.createdAt) }, locale);
  const isGone = message.deletedAt !== null;
  const isCard = !isGone && !isPlain(message);
  return (
    <li
      data-row={key}
      {...unread}
      className={classNames(
        'message-row flex gap-2 px-3 sm:px-4',
        isOwn && 'flex-row-reverse',
        startsGroup ? 'pt-3' : 'pt-0.5',
      )}
    >
      {!isOwn && isGroup && (
        <span className="w-8 shrink-0 self-end">
          {endsGroup && <PersonAvatar person={people[senderId]} name={name} size="small" />}
        </span>
      )}
      <article
        aria-label={label}
        className={classNames(
          'group flex min-w-0 flex-col',
          isCard ? 'w-full max-w-[31rem]' : 'max-w-[min(38rem,82%)]',
          isOwn ? 'items-end' : 'items-start',
        )}
      >
        {startsGroup && !isOwn && isGroup && (
          <span aria-hidden className="px-1 text-sm font-medium text-muted">
            {name}
          </span>
        )}
        <div
          className={classNames('flex max-w-full items-center gap-1', isOwn && 'flex-row-reverse', isCard && 'w-full')}
        >
          <div
            {...(!isGone && press)}
            className={classNames(
              'message-bubble min-w-0 rounded-lg',
              isCard ? 'grow' : 'px-3 py-2',
              isGone
                ? 'border border-line text-muted italic'
                : isOwn
                  ? classNames('message-own', !isCard && 'bg-primary-soft')
                  : !isCard && 'border border-line bg-surface',
            )}
          >
            {!isGone && message.replyToId !== null && (
              <ReplyQuote conversationId={conversationId} messageId={message.replyToId} />
            )}
            <MessageBody message={message} />
            <span className={classNames('mt-0.5 flex justify-end gap-1.5 text-xs text-muted', isCard && 'px-1')}>
              {message.editedAt !== null && !isGone && <span>{texts.edited}</span>}
              <time dateTime={message.createdAt} suppressHydrationWarning>
                {clock.time(message.createdAt)}
              </time>
            </span>
          </div>
          {!isGone && <MoreButton message={message} label={label} />}
        </div>
        {!isGone && <MessageReactions message={message} />}
        {receipt}
      </article>
    </li>
  );
}, isSame);

function isSame(before: MessageItemProps, after: MessageItemProps): boolean {
  const [{ row: a }, { row: b }] = [before, after];
  return (
    a.message === b.message &&
    a.startsGroup === b.startsGroup &&
    a.endsGroup === b.endsGroup &&
    before.isUnread === after.isUnread &&
    before.isGroup === after.isGroup &&
    before.receipt === after.receipt
  );
}

/** Opens the menu of the message on a long press, by clicking the button beside the bubble. */
function useLongPress() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const end = () => clearTimeout(timer.current);
  return {
    onPointerDown: ({ pointerType, currentTarget }: PointerEvent<HTMLElement>) => {
      end();
      if (pointerType !== 'touch') return;
      const button = currentTarget.parentElement?.querySelector<HTMLButtonElement>('.message-more');
      timer.current = setTimeout(() => button?.click(), LONG_PRESS_MS);
    },
    onPointerUp: end,
    onPointerMove: end,
    onPointerCancel: end,
  };
}
