'use client';

import { Paperclip } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useReader } from '#components/admin/console-reader.tsx';
import { ageText } from '#components/inbox/age-text.ts';
import { useInbox } from '#components/inbox/inbox-context.ts';
import { type InboxFilter, inboxHref } from '#components/inbox/inbox-href.ts';
import { useSay } from '#components/inbox/inbox-texts.ts';
import { nameOf } from '#components/inbox/inbox-words.ts';
import { classNames } from '#components/ui/class-names.ts';
import { Link } from '#components/ui/link.tsx';
import { ThreadBadges } from './thread-badges.tsx';
import type { ThreadRowView } from './thread-row-view.ts';

type ThreadRowProps = {
  readonly thread: ThreadRowView;
  readonly filter: InboxFilter;
  readonly isOpen: boolean;
  readonly now: string;
};

/** Shows a thread as a row of the list. A thread whose new status does not match the filter disappears immediately. */
export function ThreadRow({ thread, filter, isOpen, now }: ThreadRowProps) {
  const { statusOf, cameFrom } = useInbox();
  const t = useSay('inbox');
  const reader = useReader();
  const link = useRef<HTMLAnchorElement>(null);
  const status = statusOf(thread);
  const { id, contact, subject, preview, isCleared, unreadCount, messageCount, lastMessageAt, version } = thread;

  useEffect(() => {
    if (!isOpen && cameFrom() === id && document.activeElement === document.body) link.current?.focus();
  }, [cameFrom, id, isOpen]);

  if (filter.status && status !== filter.status && !isOpen) return null;
  const isUnread = unreadCount > 0 && !isOpen;
  return (
    <li>
      <Link
        ref={link}
        href={inboxHref({ ...filter, cursor: filter.cursor }, id)}
        aria-current={isOpen ? 'true' : undefined}
        data-thread={id}
        data-version={version}
        data-status={status}
        data-subject={subject}
        className={classNames(
          'flex flex-col gap-1 border-s-4 px-3 py-2.5 focus-visible:outline-offset-[-2px]',
          isOpen ? 'border-primary bg-primary-soft' : 'border-transparent hover:bg-sunken',
        )}
      >
        <span className="flex items-baseline gap-2">
          {isUnread && (
            <span className="size-2 shrink-0 self-center rounded-full bg-accent">
              <span className="sr-only">{t('unread')}</span>
            </span>
          )}
          <span className={classNames('min-w-0 grow truncate text-sm', isUnread && 'font-semibold')}>
            {nameOf(contact, t('unknownSender'))}
            {messageCount > 1 && <span className="font-normal text-muted"> {messageCount}</span>}
          </span>
          {thread.hasAttachments && (
            <Paperclip aria-label={t('withAttachments')} className="size-3.5 shrink-0 self-center text-muted" />
          )}
          <time dateTime={lastMessageAt} className="shrink-0 text-xs text-muted tabular-nums" suppressHydrationWarning>
            {ageText(lastMessageAt, now, { t, reader })}
          </time>
        </span>
        <span dir="auto" className={classNames('truncate text-sm', isUnread ? 'font-semibold' : 'font-medium')}>
          {subject || t('noSubject')}
        </span>
        <span dir="auto" className="line-clamp-2 text-sm wrap-anywhere text-muted">
          {isCleared ? t('cleared') : preview}
        </span>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <ThreadBadges thread={thread} t={t} />
          <span className="text-xs text-muted">
            {thread.sourceChannelName}
            {!filter.status && ` · ${t(`status_${status}`)}`}
          </span>
        </span>
      </Link>
    </li>
  );
}
