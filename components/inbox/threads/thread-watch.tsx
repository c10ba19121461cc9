'use client';

import { usePathname, useRouter } from 'next/navigation';
import { useEffect, useEffectEvent, useState } from 'react';
import { useInbox } from '#components/inbox/inbox-context.ts';
import { type InboxFilter, inboxHref } from '#components/inbox/inbox-href.ts';
import { useSay } from '#components/inbox/inbox-texts.ts';
import { useCommands } from '#components/inbox/use-commands.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { post } from '#lib/web/api/api-client.ts';
import { type ThreadMark, threadChange } from './thread-change.ts';

type ThreadWatchProps = {
  readonly id: string;
  readonly mark: ThreadMark;
  readonly unreadCount: number;
  readonly filter: InboxFilter;
};

/** Marks an opened thread as read, provides the way back, and reports changes that others made meanwhile. */
export function ThreadWatch({ id, mark, unreadCount, filter }: ThreadWatchProps) {
  const router = useRouter();
  const t = useSay('inbox');
  const { actions, acted, leave, announce, entry } = useInbox();
  const here = usePathname();
  const [seen, setSeen] = useState({ mark, actions: actions() });
  const [notice, setNotice] = useState<string | null>(null);

  useCommands({
    back: () => {
      leave(id);
      router.push(inboxHref(filter));
    },
  });

  const arrived = useEffectEvent(() => {
    // The previous page has taken the focus with it. With the focus on the heading, the next Tab continues in this
    // page.
    if (here !== entry && document.activeElement === document.body)
      document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  });
  useEffect(() => arrived(), []);

  useEffect(() => {
    if (unreadCount === 0) return;
    // A failure is not reported: the thread visibly stays unread.
    post(`/api/admin/email/threads/${id}/read`)
      .then(() => {
        acted();
        router.refresh();
      })
      .catch(() => undefined);
  }, [id, unreadCount, acted, router]);

  useEffect(() => {
    if (mark.version === seen.mark.version) return;
    const change = threadChange(seen.mark, mark, t);
    const isOurs = actions() > seen.actions;
    setSeen({ mark, actions: actions() });
    if (change === null || isOurs) return;
    setNotice(change);
    announce(change);
  }, [mark, seen, actions, announce, t]);

  if (notice === null) return null;
  return (
    <Alert
      kind="info"
      action={
        <Button size="small" look="secondary" onClick={() => setNotice(null)}>
          {t('dismiss')}
        </Button>
      }
    >
      {notice}
    </Alert>
  );
}
