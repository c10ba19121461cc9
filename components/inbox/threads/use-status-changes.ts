import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useState } from 'react';
import type { Inbox, Movable } from '#components/inbox/inbox-context.ts';
import { useSay } from '#components/inbox/inbox-texts.ts';
import { isUnanswered, problemText } from '#components/inbox/problem-text.ts';
import type { EmailThreadRecord } from '#lib/crm/schemas/thread.ts';
import type { ThreadStatus } from '#lib/crm/threads/values.ts';
import { patch } from '#lib/web/api/api-client.ts';
import { inTime } from '#lib/web/api/in-time.ts';

const UNDO_MS = 6000;
type Moved = { readonly status: ThreadStatus; readonly version: number };
type Undo = { readonly text: string; readonly thread: Movable; readonly back: ThreadStatus };
type Answer = { readonly thread: EmailThreadRecord };

/**
 * Keeps the recent status changes of threads. A change is shown immediately, reverted with the reason when the server
 * rejects it, and can be undone for a while.
 */
export function useStatusChanges({ announce, acted }: Pick<Inbox, 'announce' | 'acted'>) {
  const router = useRouter();
  const t = useSay('inbox');
  const [moved, setMoved] = useState<Readonly<Record<string, Moved>>>({});
  const [undo, setUndo] = useState<Undo | null>(null);
  const [failed, setFailed] = useState<string | null>(null);

  useEffect(() => {
    if (!undo) return;
    const timer = setTimeout(() => setUndo(null), UNDO_MS);
    return () => clearTimeout(timer);
  }, [undo]);

  const send = useCallback(
    async (thread: Movable, to: ThreadStatus, canUndo: boolean) => {
      const { id, status, version, subject } = thread;
      const name = subject === '' ? t('theThread') : t('named', { subject });
      setUndo(null);
      setFailed(null);
      setMoved((all) => ({ ...all, [id]: { status: to, version: version + 1 } }));
      try {
        const { thread: now } = await inTime(patch<Answer>('/api/admin/email/threads', { id, status: to, version }));
        acted();
        setMoved((all) => ({ ...all, [id]: { status: to, version: now.version } }));
        const text = t('moved', { name, status: t(`status_${to}`) });
        announce(canUndo ? `${text} ${t('undoNote')}` : text);
        router.refresh();
        if (canUndo) setUndo({ text, thread: { ...thread, status: to, version: now.version }, back: status });
      } catch (error) {
        setMoved(({ [id]: _gone, ...rest }) => rest);
        const why = problemText(error, t);
        if (!isUnanswered(error)) router.refresh();
        announce(t('notMoved', { why }));
        setFailed(t('wasNotMoved', { name, why }));
      }
    },
    [announce, acted, router, t],
  );

  const move = useCallback(
    (thread: Movable, to: ThreadStatus) => {
      if (thread.status !== to) void send(thread, to, true);
    },
    [send],
  );
  const statusOf = useCallback<Inbox['statusOf']>(
    ({ id, status, version }) => {
      const chosen = moved[id];
      return chosen && version < chosen.version ? chosen.status : status;
    },
    [moved],
  );
  const takeBack = () => {
    if (undo) void send(undo.thread, undo.back, false);
  };
  const dismiss = () => {
    setUndo(null);
    setFailed(null);
  };
  return { move, statusOf, undo, failed, takeBack, dismiss };
}
